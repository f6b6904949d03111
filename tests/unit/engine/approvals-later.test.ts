import { approvalLimitMs } from "@/lib/protocol/limits";
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { repairOpenStep } from "@/lib/engine/turn/repair-step";
import { createRunLog } from "@/lib/engine/log/run-log";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, read, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const toPage =
  (words: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end(`<p>${words}</p>`);

/**
 * A walk along pages, of which the fourth that only pages name waits for the person; it names a further one.
 */
async function openWalk(clock: { aheadMs: number } = { aheadMs: 0 }) {
  const at = { base: "" };
  const page = await startPageServer({
    "/a": (request, response) =>
      toPage(
        `It is told on ${["b", "c", "d", "e"].map((name) => `${at.base}/${name}`).join(" and ")} in full.`,
      )(request, response),
    ...Object.fromEntries(
      ["b", "c", "d", "own"].map((name) => [`/${name}`, toPage(`The page ${name} says something.`)]),
    ),
    "/e": (request, response) => toPage(`It goes on at ${at.base}/f for everybody.`)(request, response),
    "/f": toPage("Here it ends."),
  });
  closeAfter(page);
  at.base = page.url;
  const fetches = [["a"], ["b", "c", "d"], ["e"], ["f"]].map((names) =>
    call("web_fetch", { urls: names.map((name) => `${page.url}/${name}`), query: "told" }),
  );
  const provider = await startProviderServer(({ turn }) => fetches[turn] ?? text("Done."));
  closeAfter(provider);
  const now = () => Date.now() + clock.aheadMs;
  const env = {
    LOCAL_BASE_URL: `${provider.url}/v1`,
    MODEL_MAIN: "local:test",
    MODEL_LITE: "offline:guide",
    WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${page.port}`,
  };
  const services = await openTestServices(env, undefined, {
    now,
    openStore: (config) =>
      openEmbeddedStore({ dataDir: config.driver === "embedded" ? config.dataDir : "", now }),
  });
  closeAfter({ close: () => services.close() });
  await services.memory.addOnce(
    owner,
    [
      {
        content: "The user lives in Trondheim",
        category: "profile",
        tier: "core",
        confidence: 1,
        keywords: [],
      },
    ],
    { source: { conversationId: "c0", messageId: "m0" }, key: "k" },
  );
  const reply = await (
    await services.runs.start(owner, toQuestion(`What does ${page.url}/a say about the town where I live?`))
  ).reply;
  return { services, page, reply };
}

const owner = "owner";
const findAsked = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-approval" ? [{ id: part.id ?? "", ...part.data }] : []));
const place = (message: ChatMessage) => ({
  userId: owner,
  conversationId: "c1",
  approvalId: findAsked(message).at(-1)?.id ?? "",
});
const readReply = async (services: TestServices) =>
  (await read(services)).messages.at(-1) ?? { id: "", role: "assistant" as const, parts: [] };

describe("what a call brought that the person had allowed", () => {
  it("begins the count of steps anew: an address that stood there is read without asking", async () => {
    const { services, page, reply } = await openWalk();
    expect(findAsked(reply)).toMatchObject([{ reason: "address", details: [`${page.url}/e`] }]);
    const next = await (await services.runs.answerApproval(place(reply), { decision: "approve" }))?.reply;
    expect(next && findAsked(next)).toMatchObject([{ state: "approved" }]);
    expect(next && toolParts(next).at(-1)).toMatchObject({
      input: { urls: [`${page.url}/f`] },
      output: { ok: true },
    });
  });
});

describe("an address that the person gives in the place of the model's", () => {
  it("is read, wherever it comes from", async () => {
    const { services, page, reply } = await openWalk();
    const own = { urls: [`${page.url}/own`], query: "told" };
    await (
      await services.runs.answerApproval(place(reply), { decision: "edit", input: own })
    )?.reply;
    expect(toolParts(await readReply(services)).slice(2, 4)).toMatchObject([
      { state: "output-denied" },
      { input: own, state: "output-available", output: { ok: true } },
    ]);
  });
});

describe("a wait that is over", () => {
  it("is not told as an interruption of the server", async () => {
    const clock = { aheadMs: 0 };
    const { services } = await openWalk(clock);
    clock.aheadMs = approvalLimitMs + 1_000;
    await Promise.all(await services.runs.sweep());
    const reply = await readReply(services);
    expect(findAsked(reply)).toMatchObject([{ state: "expired" }]);
    const notices = reply.parts.flatMap((part) => (part.type === "data-notice" ? [part.data.kind] : []));
    expect(notices).not.toContain("recovered");
    expect(textOf(reply)).toBe("Done.");
  });
});

describe("a step that breaks off behind a call that the person had allowed", () => {
  it("is taken back, and the call is not told again", async () => {
    const log = createRunLog();
    const mail = { toolCallId: "call_1", toolName: "send_mail", input: {}, dynamic: true };
    const asked: ChatChunk[] = [
      { type: "start" },
      { type: "start-step" },
      { type: "tool-input-available", ...mail },
      { type: "tool-approval-request", approvalId: "a", toolCallId: "call_1" },
      { type: "finish-step" },
    ];
    const made: ChatChunk[] = [
      { type: "tool-approval-response", approvalId: "a", approved: true },
      { type: "tool-output-available", toolCallId: "call_1", output: { ok: true }, dynamic: true },
    ];
    for (const chunk of asked) log.push(chunk);
    log.mark({ mark: "intent", callId: "call_1", tool: "send_mail", input: {} });
    log.mark({ mark: "done", callId: "call_1", tool: "send_mail", input: {}, output: { ok: true } });
    for (const chunk of made) log.push(chunk);
    for (const chunk of [
      { type: "start-step" },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "It was se" },
    ] satisfies ChatChunk[])
      log.push(chunk);
    const options = {
      needsConsent: async () => false,
      callTool: async () => null,
      isRepeatable: () => false,
      isDynamic: () => true,
      goesOn: () => true,
    };
    expect(await repairOpenStep(log, options)).toBe("reset");
    expect(log.chunks()).toEqual([...asked, ...made]);
  });
});

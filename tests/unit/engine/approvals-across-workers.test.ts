import { expect, it } from "vitest";
import { z } from "zod";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findSharedEmulator } from "@/tests/support/find-emulator";
import { startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, read, text, textOf, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { openInstances, readTold } from "./instances";

const emulator = await findSharedEmulator();
const letter = { to: "a@b.example", words: "Hello" };

async function openPage() {
  const page = await startPageServer({
    "/a": (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Write to a@b.example.</p>"),
  });
  closeAfter(page);
  const answer = (request: ProviderRequest) => {
    if (request.turn === 0) return call("web_fetch", { urls: [`${page.url}/a`], query: "write" });
    return request.turn === 1 ? call("send_mail", letter) : text("Done.");
  };
  return {
    answer,
    question: `What does ${page.url}/a say?`,
    env: { WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${page.port}` },
  };
}

/** A tool that sends something, and counts how often; `hold` is awaited before it says so. */
function registerMail(
  services: TestServices,
  sent: unknown[],
  hold: () => Promise<void> = async () => undefined,
  isContained = false,
): void {
  services.tools.register({
    name: "send.mail",
    description: "Sends a letter.",
    inputSchema: z.object({ to: z.string(), words: z.string() }),
    effect: isContained ? "none" : "changes",
    approval: isContained ? "never" : "when-untrusted",
    async execute(input) {
      sent.push(input);
      await hold();
      return { text: "It was sent.", summary: "Sent a letter" };
    },
  });
}
const findAsked = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-approval" ? [part.id ?? ""] : []));
const place = (approvalId = "") => ({ userId: "owner", conversationId: "c1", approvalId });
const readReply = async (services: TestServices) =>
  (await read(services)).messages.at(-1) ?? { id: "", role: "assistant" as const, parts: [] };

async function openAlone() {
  const { answer, question, env } = await openPage();
  const provider = await startProviderServer(answer);
  closeAfter(provider);
  const open = async (dataDir?: string) => {
    const services = await openTestServices(
      { ...env, LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
      dataDir,
    );
    closeAfter({ close: () => services.close() });
    return services;
  };
  const services = await open();
  return { services, question, reopen: () => open(services.dataDir) };
}

it("a registered tool that sends something waits, and is made once when it is allowed", async () => {
  const { services, question } = await openAlone();
  const sent: unknown[] = [];
  registerMail(services, sent);
  const reply = await (await services.runs.start("owner", toQuestion(question))).reply;
  expect(sent).toEqual([]);
  await (
    await services.runs.answerApproval(place(findAsked(reply)[0]), { decision: "approve" })
  )?.reply;
  expect(sent).toEqual([letter]);
  expect(textOf(await readReply(services))).toBe("Done.");
});

it("a registered tool whose input goes nowhere is made without a question", async () => {
  const { services, question } = await openAlone();
  const sent: unknown[] = [];
  registerMail(services, sent, undefined, true);
  const reply = await (await services.runs.start("owner", toQuestion(question))).reply;
  expect(sent).toEqual([letter]);
  expect(findAsked(reply)).toEqual([]);
});

it("a call that was allowed and may have been made by a worker that left is not made again", async () => {
  const { services, question, reopen } = await openAlone();
  const sent: unknown[] = [];
  const isSending = Promise.withResolvers<void>();
  registerMail(services, sent, () => {
    isSending.resolve();
    return new Promise(() => undefined);
  });
  const reply = await (await services.runs.start("owner", toQuestion(question))).reply;
  await services.runs.answerApproval(place(findAsked(reply)[0]), { decision: "approve" });
  await isSending.promise;
  await services.close();
  const again = await reopen();
  registerMail(again, sent);
  await Promise.all(await again.runs.sweep());
  expect(sent).toEqual([letter]);
  const stored = await readReply(again);
  expect(toolParts(stored).at(-1)).toMatchObject({
    state: "output-available",
    output: { ok: false, message: expect.stringContaining("may or may not have been made") },
  });
  expect(textOf(stored)).toBe("Done.");
});

it("a changed call that may have been made by a worker that left is not made again either", async () => {
  const { services, question, reopen } = await openAlone();
  const sent: unknown[] = [];
  const isSending = Promise.withResolvers<void>();
  registerMail(services, sent, () => {
    isSending.resolve();
    return new Promise(() => undefined);
  });
  const reply = await (await services.runs.start("owner", toQuestion(question))).reply;
  await services.runs.answerApproval(place(findAsked(reply)[0]), {
    decision: "edit",
    input: { ...letter, words: "Bye" },
  });
  await isSending.promise;
  await services.close();
  const again = await reopen();
  registerMail(again, sent);
  await Promise.all(await again.runs.sweep());
  expect(sent).toEqual([{ ...letter, words: "Bye" }]);
  expect(textOf(await readReply(again))).toBe("Done.");
});

it.skipIf(emulator === null)(
  "is asked on one instance, answered on another, which goes on, and seen to the end by a reader of either",
  async () => {
    const { answer, question, env } = await openPage();
    const { first, second } = await openInstances(emulator, answer, [], env);
    const sent: string[] = [];
    registerMail(first, sent);
    registerMail(second, sent);
    const reply = await (await first.runs.start("owner", toQuestion(question))).reply;
    const [asked] = findAsked(reply);
    const told = readTold(await first.runs.follow("owner", "c1"));
    await expect(
      second.runs.answerApproval({ ...place(asked), userId: "other" }, { decision: "approve" }),
    ).rejects.toMatchObject({ code: "not_found" });
    const answers = await Promise.allSettled(
      [first, second].map((services) => services.runs.answerApproval(place(asked), { decision: "approve" })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    // A reader who sees that the run is free may have taken it up before the answer's own worker did.
    await Promise.all([first, second].map((services) => services.runs.untilIdle("owner", "c1")));
    expect(sent).toEqual([letter]);
    expect((await told).text).toContain("tool-approval-request");
    expect(textOf(await readReply(first))).toBe("Done.");
    expect(textOf(await readReply(second))).toBe("Done.");
  },
);

import { approvalLimitMs } from "@/lib/protocol/limits";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { verdicts } from "@/lib/features/evidence/shape/claims";
import { oldStores, type OpenedStore } from "@/tests/support/old-store";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { readTold } from "@/tests/unit/engine/instances";
import { toQuestion, type TestServices } from "@/tests/support/test-services";

const owner = "owner";
const minute = 60_000;

const readAll = async (services: TestServices, id: string): Promise<ChatMessage[]> =>
  (await services.runs.readConversation(owner, id, { limit: 40 })).messages;
const readReply = async (services: TestServices, id: string): Promise<ChatMessage> =>
  (await readAll(services, id)).at(-1) ?? expect.fail("There is no message.");
const findAsked = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-approval" ? [{ id: part.id ?? "", ...part.data }] : []));
const claimsOf = ({ parts }: ChatMessage) =>
  parts.flatMap((part) => (part.type === "data-claims" ? part.data.claims : []));

/** Lets this version go on with whatever nobody makes any more, until nothing is left. */
async function goOn({ runs }: TestServices): Promise<void> {
  for (let taken = await runs.sweep(); taken.length > 0; taken = await runs.sweep()) await Promise.all(taken);
}

describe.each(oldStores)("a store of the first landed version in $name", ({ open, isSameDay }) => {
  it("shows its conversations with thoughts, tools, sources and marks, in both languages", async () => {
    const { services } = await open();
    const [, tower] = await readAll(services, "en");
    expect(tower?.parts.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["reasoning", "tool-web_fetch", "text", "source-url", "data-claims"]),
    );
    expect(toolParts(tower ?? expect.fail())).toMatchObject([
      { state: "output-available", output: { ok: true } },
    ]);
    const sentences = claimsOf(tower ?? expect.fail()).map(({ sentence, verdict }) => [sentence, verdict]);
    expect(sentences).toEqual([
      [expect.stringContaining("330 metres"), expect.toBeOneOf([...verdicts])],
      [expect.stringContaining("opened in 1925"), expect.toBeOneOf([...verdicts])],
      [expect.stringContaining("324 metres"), expect.toBeOneOf([...verdicts])],
      [expect.stringContaining("Elephants"), expect.toBeOneOf([...verdicts])],
    ]);
    expect(textOf(await readReply(services, "zh"))).toContain("桥长128米[1]");
    expect(claimsOf(await readReply(services, "zh"))).toHaveLength(2);
  });

  it("opens the kept text of a source at the passage of its mark, and the answer leaves with its evidence", async () => {
    const { services } = await open();
    const [, tower] = await readAll(services, "en");
    const source = claimsOf(tower ?? expect.fail())[0]?.sources[0];
    const evidence = await services.evidence.read(owner, "en", source?.evidenceId ?? "");
    expect(evidence).toMatchObject({ kind: "page", title: "The Old Tower" });
    expect(evidence.text.slice(source?.passage?.start, source?.passage?.end)).toContain("330 metres");
    const answer = await services.evidence.readAnswer(owner, "en", tower?.id ?? "");
    expect(answer.sources).toMatchObject([{ number: 1, title: "The Old Tower" }]);
  });

  it("has a mark that was undecided when the server died", async () => {
    const { services } = await open();
    const reply = await readReply(services, "pending");
    expect(claimsOf(reply)).toMatchObject([{ sentence: expect.stringContaining("decorators") }]);
  });

  it("remembers what was in force, and what was replaced, corrected and over", async () => {
    const { services } = await open();
    const { facts, history } = await services.memory.list(owner);
    expect(facts.map(({ content }) => content)).toEqual(
      expect.arrayContaining(["The user lives in Bergen", "用户喜欢爬山"]),
    );
    expect(Object.fromEntries(history.map(({ content, why }) => [content, why]))).toMatchObject({
      "The user lives in Oslo": "updated",
      "The user has a meeting in Bergen on Friday": "expired",
      "The user works on a small telescope": "edited",
    });
  });

  it("keeps the settings with their versions, and the keys that were entered", async () => {
    const { services } = await open();
    const reply = await services.readSettings();
    expect(reply).toMatchObject({
      version: 4,
      settings: { agentStyle: "direct", messagesPerDay: 400, disabledEngines: ["brave"] },
    });
    expect(JSON.stringify(reply)).not.toContain("a-made-up-key");
    const { versions } = await services.listSettingsVersions({ limit: 10 });
    expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    const engines = reply.engines.filter(({ id }) => id === "brave");
    expect(engines).toMatchObject([{ key: "panel" }]);
  });

  it("finds conversations by the words that were collected, in both languages", async () => {
    const { services } = await open();
    const find = async (q: string) =>
      (await services.runs.searchConversations(owner, { q, limit: 10 })).conversations.map(({ id }) => id);
    // The first search collects the words anew, beside its answer.
    await expect.poll(() => find("marbles")).toEqual(["long"]);
    await expect.poll(() => find("石桥")).toContain("zh");
    await expect.poll(() => find("decorators")).toEqual(expect.arrayContaining(["en", "pending"]));
    expect(await find("painters")).toEqual([]);
  });

  it("goes on in a conversation whose beginning was summed up", async () => {
    const { services, provider } = await open();
    const question = toQuestion("How many marbles are in the second box?", { conversation: "long" });
    const reply = await (await services.runs.start(owner, question)).reply;
    expect(textOf(reply)).toBe("Said by the newer version.");
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("box 2 holds 14 marbles");
    expect((await readAll(services, "long")).length).toBeGreaterThan(20);
  });

  it("ends a reply whose server died while it was speaking, and one whose page never came", async () => {
    const { services } = await open();
    for (const id of ["cut-words", "cut-call"]) {
      const readRun = async () => {
        await goOn(services);
        return (await services.runs.readConversation(owner, id, { limit: 10 })).activeRunId;
      };
      // A shared store's clock says that the worker may be alive until it has been silent for some seconds.
      await expect.poll(readRun, { timeout: 40_000, interval: 500 }).toBeNull();
      const messages = await readAll(services, id);
      expect(messages).toHaveLength(2);
      expect(messages[1]?.metadata?.outcome).toBe("completed");
      expect(textOf(messages[1] ?? expect.fail())).toContain("Said by the newer version.");
      expect(messages[1]?.parts).toContainEqual(expect.objectContaining({ type: "tool-calculate" }));
    }
  });

  it("shows a picture that was sent", async () => {
    const { services } = await open();
    const file = (await readAll(services, "picture"))[0]?.parts.find(({ type }) => type === "file");
    const url = (file as { url?: string }).url ?? "";
    const found = await services.files.find(owner, url.slice(url.lastIndexOf("/") + 1));
    expect(found).toMatchObject({ mediaType: "image/png", name: "dot.png" });
  });

  it.runIf(isSameDay)(
    "still asks the person what a run waited for, and goes on when they answer",
    async () => {
      const { services, clock } = await open();
      clock.aheadMs -= 29 * minute;
      const stream = await services.runs.follow(owner, "waiting");
      const { text } = await readTold(stream, (told) => told.text.includes("tool-approval-request"));
      const approvalId = /"approvalId":"([^"]+)"/.exec(text)?.[1] ?? "";
      const place = { userId: owner, conversationId: "waiting", approvalId };
      await (
        await services.runs.answerApproval(place, { decision: "deny" })
      )?.reply;
      expect(findAsked(await readReply(services, "waiting"))).toMatchObject([{ state: "denied" }]);
      expect(textOf(await readReply(services, "waiting"))).toBe("Said by the newer version.");
    },
  );

  it("ends a run whose question to the person is too old, and says so", async () => {
    const { services, clock } = await open();
    clock.aheadMs += approvalLimitMs + 1_000;
    await goOn(services);
    expect(findAsked(await readReply(services, "waiting"))).toMatchObject([{ state: "expired" }]);
    expect(textOf(await readReply(services, "waiting"))).toBe("Said by the newer version.");
  });

  it("deletes a temporary conversation when its time is over", async () => {
    const opened: OpenedStore = await open();
    expect(await readAll(opened.services, "temporary")).toHaveLength(2);
    opened.clock.aheadMs += 120 * minute;
    await opened.services.doDueWork();
    await expect(readAll(opened.services, "temporary")).rejects.toMatchObject({ code: "not_found" });
  });
});

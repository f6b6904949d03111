import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { listRuns } from "@/lib/features/traces/records/list-runs";
import { createMessages, toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import { toRunData } from "@/lib/engine/records/runs";
import { ownRunsQuerySchema, type RunsQuery } from "@/lib/protocol/runs";
import type { Write } from "@/lib/store/store";
import { listOwnRuns } from "@/lib/features/traces/list-own-runs";
import { toConversationWrites, writeInBatches } from "@/tests/bench/seed-records";
import { createBilledStore, sumCalls } from "@/tests/support/billed-store";
import { bothStores } from "@/tests/support/both-stores";
import { noBlobs } from "@/tests/support/open-test-store";
import { toRunRecord, toUserMessage } from "@/tests/support/messages";

const count = 120;
/** One in fifty asks for the harbour. */
const toQuestionText = (n: number) => (n % 50 === 0 ? "Where is the HÂRBOUR?" : "When is high water?");

function toWrites(n: number): Write[] {
  const [id, userMessageId] = [`c${n}`, `q${n}`];
  const [conversation] = toConversationWrites({ userId: "u1", id, messages: 0, updatedAt: n });
  const message = toUserMessage(userMessageId, toQuestionText(n));
  const run = toRunRecord(`r${n}`, { conversationId: id, userMessageId, startedAt: n * 1_000 });
  const outcome = n % 10 === 0 ? "failed" : "completed";
  return [
    ...(conversation === undefined ? [] : [conversation]),
    { kind: "set", path: paths.message("u1", id, message.id), data: toMessageData({ seq: 1, message }) },
    { kind: "set", path: paths.run("u1", `r${n}`), data: toRunData({ ...run, outcome }) },
  ];
}

describe.each(bothStores)("a person's own runs in $name", ({ openStore }) => {
  const open = async () => {
    const store = createBilledStore(await openStore());
    const writes = Array.from({ length: count }, (_, index) => toWrites(index + 1)).flat();
    // A busy emulator takes no more in the time of a call.
    await writeInBatches(store, writes, 90);
    const deps = {
      listRuns: (userId: string, query: RunsQuery) => listRuns(store, userId, query),
      conversations: createConversations(store, () => 0),
      messages: createMessages(store, noBlobs),
    };
    /** All pages, and what the dearest of them read. */
    return async (asked: Record<string, string>, userId = "u1") => {
      const ids: string[] = [];
      let mostReads = 0;
      let cursor: string | null = "";
      for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
        await store.take();
        const query = ownRunsQuerySchema.parse({ ...asked, ...(cursor !== "" && { cursor }) });
        const page = await listOwnRuns(deps, userId, query);
        ids.push(...page.runs.map(({ id }) => id));
        mostReads = Math.max(mostReads, sumCalls(await store.take()).reads);
        ({ cursor } = page);
      }
      return { ids, mostReads };
    };
  };

  it("are found by words of their question or title, whatever case and accents, with bounded reads", async () => {
    const list = await open();
    const byQuestion = await list({ text: "harbour" });
    expect(byQuestion.ids).toEqual(["r100", "r50"]);
    expect((await list({ text: "tides, c77" })).ids).toEqual(["r77"]);
    expect((await list({ text: "harbour", status: "failed", since: "60000" })).ids).toEqual(["r100"]);
    expect((await list({ text: "nothing like that" })).ids).toEqual([]);
    expect((await list({ text: "harbour" }, "u2")).ids).toEqual([]);
    // A hundred runs, their conversations and questions, whether more follow, and which are temporary.
    expect(byQuestion.mostReads).toBeLessThanOrEqual(302);
  });

  it("read what they show, and at most five pages for what the store does not narrow", async () => {
    const list = await open();
    const plain = await list({ limit: "50" });
    expect(plain.ids).toHaveLength(count);
    expect(plain.mostReads).toBeLessThanOrEqual(102);
    const narrowed = await list({ limit: "50", model: "local:none" });
    expect(narrowed.ids).toEqual([]);
    expect(narrowed.mostReads).toBeLessThanOrEqual(5 * 51 + 1);
    const seldom = await list({ limit: "100", model: "local:none" });
    expect(seldom.mostReads).toBeLessThanOrEqual(5 * 101 + 1);
  });
});

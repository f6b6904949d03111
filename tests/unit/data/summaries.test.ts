import { toPath, wholePath } from "@/lib/data/branches";
import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { createSummaries, type KeptSummary } from "@/lib/engine/records/summaries";
import { bothStores } from "@/tests/support/both-stores";
import { createSpeaker } from "@/tests/support/say-turn";

const summary: KeptSummary = { untilSeq: 6, text: "They spoke of harbours.", isStrange: false, earlier: [] };

describe.each(bothStores)("the summary of a conversation in $name", ({ openStore }) => {
  async function open() {
    const store = await openStore();
    const say = createSpeaker(store);
    for (let n = 1; n <= 4; n += 1) await say("c1", `Question ${n}`, `Reply ${n}`);
    const readEnd = async () => (await createConversations(store).get("u1", "c1")).summarisedSeq;
    const readPath = async () => {
      const { branches, branch } = await createConversations(store).get("u1", "c1");
      return toPath(branches, branch);
    };
    return { say, summaries: createSummaries(store), readEnd, readPath };
  }

  it("is kept with the place that it reaches to, once", async () => {
    const { summaries, readEnd } = await open();
    expect(await summaries.save("u1", "c1", summary, { before: 0, lastId: "a3" })).toBe(true);
    expect(
      await summaries.save("u1", "c1", { ...summary, text: "Another." }, { before: 0, lastId: "a3" }),
    ).toBe(false);
    expect([await readEnd(), await summaries.find("u1", "c1", 6, wholePath)]).toEqual([6, summary]);
  });

  it("counts only on the branch of what it sums up", async () => {
    const { say, summaries, readEnd, readPath } = await open();
    const first = await readPath();
    await say("c1", "Question 3, in other words", "Another reply", { messageId: "q3" });
    expect(await summaries.save("u1", "c1", summary, { before: 0, lastId: "a3" })).toBe(true);
    expect(await summaries.find("u1", "c1", await readEnd(), await readPath())).toBeNull();
    expect(await summaries.find("u1", "c1", await readEnd(), first)).toEqual(summary);
  });

  it("is followed by the one before it on a branch that leaves behind that", async () => {
    const { say, summaries, readEnd, readPath } = await open();
    const early = { untilSeq: 2, text: "They said hello.", isStrange: false };
    await summaries.save("u1", "c1", { ...early, earlier: [] }, { before: 0, lastId: "a1" });
    await summaries.save("u1", "c1", { ...summary, earlier: [early] }, { before: 2, lastId: "a3" });
    await say("c1", "Question 3, in other words", "Another reply", { messageId: "q3" });
    expect(await summaries.find("u1", "c1", await readEnd(), await readPath())).toEqual({
      ...early,
      earlier: [],
    });
  });

  it("stays the one that a reply began with when another is saved before it is read", async () => {
    const { summaries, readEnd } = await open();
    const early = { untilSeq: 2, text: "They said hello.", isStrange: false };
    await summaries.save("u1", "c1", { ...early, earlier: [] }, { before: 0, lastId: "a1" });
    const begun = await readEnd();
    await summaries.save("u1", "c1", { ...summary, earlier: [early] }, { before: 2, lastId: "a3" });
    expect(await summaries.find("u1", "c1", begun, wholePath)).toEqual({ ...early, earlier: [] });
  });

  it("is kept with few of those before it, of which one is never far from wherever something is asked anew", async () => {
    const { say, summaries } = await open();
    let kept: KeptSummary = { ...summary, untilSeq: 2 };
    await summaries.save("u1", "c1", kept, { before: 0, lastId: "a1" });
    for (let n = 5; n <= 40; n += 1) {
      await say("c1", `Question ${n}`, `Reply ${n}`);
      const { earlier, ...point } =
        (await summaries.find("u1", "c1", kept.untilSeq, wholePath)) ?? expect.fail("no summary");
      const next = { ...summary, untilSeq: 2 * n, earlier: [point, ...earlier] };
      expect(await summaries.save("u1", "c1", next, { before: kept.untilSeq, lastId: `a${n}` })).toBe(true);
      kept = next;
    }
    const reaches = await Promise.all(
      [80, 79, 77, 70, 60, 40, 20].map(
        async (most) => (await summaries.find("u1", "c1", most, wholePath))?.untilSeq ?? 0,
      ),
    );
    expect((await summaries.find("u1", "c1", 80, wholePath))?.earlier).toHaveLength(5);
    for (const [index, most] of [80, 79, 77, 70, 60, 40, 20].entries())
      expect(80 - (reaches[index] ?? 0)).toBeLessThanOrEqual(Math.max(2, 3 * (80 - most)));
  });
});

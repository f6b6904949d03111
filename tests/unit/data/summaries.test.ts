import { describe, expect, it } from "vitest";
import { createConversations } from "@/lib/data/conversations";
import { createSummaries, type KeptSummary } from "@/lib/data/summaries";
import { bothStores } from "@/tests/support/both-stores";
import { createSpeaker } from "@/tests/support/say-turn";

const summary: KeptSummary = { untilSeq: 6, text: "They spoke of harbours.", isStrange: false, earlier: [] };

describe.each(bothStores)("the summary of a conversation in $name", ({ openStore }) => {
  async function open() {
    const store = await openStore();
    const say = createSpeaker(store);
    for (let n = 1; n <= 4; n += 1) await say("c1", `Question ${n}`, `Reply ${n}`);
    const readEnd = async () => (await createConversations(store).get("u1", "c1")).summarisedSeq;
    return { say, summaries: createSummaries(store), readEnd };
  }

  it("is kept with the place that it reaches to, once", async () => {
    const { summaries, readEnd } = await open();
    expect(await summaries.save("u1", "c1", summary, { before: 0, lastId: "a3" })).toBe(true);
    expect(
      await summaries.save("u1", "c1", { ...summary, text: "Another." }, { before: 0, lastId: "a3" }),
    ).toBe(false);
    expect([await readEnd(), await summaries.find("u1", "c1", 6)]).toEqual([6, summary]);
  });

  it("is given up when what it sums up was edited meanwhile, however far the conversation has come since", async () => {
    const { say, summaries, readEnd } = await open();
    await say("c1", "Question 3, in other words", "Another reply", { replaceFrom: "q3" });
    expect(await summaries.save("u1", "c1", summary, { before: 0, lastId: "a3" })).toBe(false);
    await say("c1", "Question 4 again", "Reply 4");
    expect(await summaries.save("u1", "c1", summary, { before: 0, lastId: "a3" })).toBe(false);
    expect([await readEnd(), await summaries.find("u1", "c1", await readEnd())]).toEqual([0, null]);
  });

  it("is followed by the one before it when something behind that is asked anew", async () => {
    const { say, summaries, readEnd } = await open();
    const early = { untilSeq: 2, text: "They said hello.", isStrange: false };
    await summaries.save("u1", "c1", { ...early, earlier: [] }, { before: 0, lastId: "a1" });
    await summaries.save("u1", "c1", { ...summary, earlier: [early] }, { before: 2, lastId: "a3" });
    await say("c1", "Question 3, in other words", "Another reply", { replaceFrom: "q3" });
    expect([await readEnd(), await summaries.find("u1", "c1", await readEnd())]).toEqual([
      4,
      { ...early, earlier: [] },
    ]);
  });

  it("stays the one that a reply began with when another is saved before it is read", async () => {
    const { summaries, readEnd } = await open();
    const early = { untilSeq: 2, text: "They said hello.", isStrange: false };
    await summaries.save("u1", "c1", { ...early, earlier: [] }, { before: 0, lastId: "a1" });
    const begun = await readEnd();
    await summaries.save("u1", "c1", { ...summary, earlier: [early] }, { before: 2, lastId: "a3" });
    expect(await summaries.find("u1", "c1", begun)).toEqual({ ...early, earlier: [] });
  });

  it("is kept with few of those before it, of which one is never far from wherever something is asked anew", async () => {
    const { say, summaries } = await open();
    let kept: KeptSummary = { ...summary, untilSeq: 2 };
    await summaries.save("u1", "c1", kept, { before: 0, lastId: "a1" });
    for (let n = 5; n <= 40; n += 1) {
      await say("c1", `Question ${n}`, `Reply ${n}`);
      const { earlier, ...point } =
        (await summaries.find("u1", "c1", kept.untilSeq)) ?? expect.fail("no summary");
      const next = { ...summary, untilSeq: 2 * n, earlier: [point, ...earlier] };
      expect(await summaries.save("u1", "c1", next, { before: kept.untilSeq, lastId: `a${n}` })).toBe(true);
      kept = next;
    }
    const reaches = await Promise.all(
      [80, 79, 77, 70, 60, 40, 20].map(
        async (most) => (await summaries.find("u1", "c1", most))?.untilSeq ?? 0,
      ),
    );
    expect((await summaries.find("u1", "c1", 80))?.earlier).toHaveLength(5);
    for (const [index, most] of [80, 79, 77, 70, 60, 40, 20].entries())
      expect(80 - (reaches[index] ?? 0)).toBeLessThanOrEqual(Math.max(2, 3 * (80 - most)));
  });
});

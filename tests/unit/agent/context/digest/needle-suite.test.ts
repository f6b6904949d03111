import { openProduct } from "@/tests/evaluation/needles/product";
import {
  isFound,
  judgePlans,
  listPlans,
  writeNeedleTables,
  type Judged,
  type Size,
  type SuiteResult,
} from "@/tests/evaluation/needles/suite";
import type { TemplateSet } from "@/tests/evaluation/needles/needle";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { describe, expect, it } from "vitest";

/** From the window's own size to ten times the whole budget and more: 20,000, 80,000 and 400,000 tokens. More of each with `npm run evaluate`. */
const sizes: Record<TemplateSet, readonly Size[]> = {
  developed: [
    { messageCount: 100, count: 7 },
    { messageCount: 400, count: 1 },
    { messageCount: 2_000, count: 1 },
  ],
  unseen: [
    { messageCount: 100, count: 7 },
    { messageCount: 400, count: 1 },
  ],
  later: [],
};

async function judgeSet(set: TemplateSet): Promise<SuiteResult> {
  const result = await judgePlans(
    openProduct(await openTestStore(), await openTestBlobs()),
    listPlans(set, sizes[set]),
  );
  console.info(`${set}:\n\n${writeNeedleTables(result)}\n\n${listMissed(result.judged).join("\n")}`);
  return result;
}

function listMissed(judged: readonly Judged[]): string[] {
  return judged
    .filter((one) => !isFound(one))
    .map(({ kind, detail, asked }) => `${kind}: ${detail} (${asked})`);
}

describe("details hidden in long conversations", () => {
  it(
    "are all found through the window, the summary or recall, and what is sent stays within the budget",
    { timeout: 240_000 },
    async () => {
      const { judged, sent } = await judgeSet("developed");
      expect(listMissed(judged)).toEqual([]);
      expect(sent.filter(({ tokens, limit }) => tokens > limit)).toEqual([]);
    },
  );

  it("are nearly all found when they are told in other words", { timeout: 240_000 }, async () => {
    const { judged, sent } = await judgeSet("unseen");
    expect(judged.filter(isFound).length / judged.length).toBeGreaterThanOrEqual(0.95);
    expect(sent.filter(({ tokens, limit }) => tokens > limit)).toEqual([]);
  });
});

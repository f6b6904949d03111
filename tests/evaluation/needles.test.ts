import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { expect, it } from "vitest";
import { templateSets } from "./needles/needle";
import { openProduct } from "./needles/product";
import {
  isFoundAgain,
  judgePlans,
  listPlans,
  writeNeedleReport,
  writeNeedleTables,
  type Size,
  type SuiteResult,
} from "./needles/suite";
import { depths } from "./needles/conversation";
import { putIntoDocs } from "./report";

const sizes: readonly Size[] = [
  { messageCount: 100, count: depths },
  { messageCount: 400, count: 5 },
  { messageCount: 2_000, count: 2 },
];

it("counts the details that are found again in long conversations", { timeout: 900_000 }, async () => {
  const sets: { name: string; result: SuiteResult }[] = [];
  for (const set of templateSets) {
    const result = await judgePlans(
      openProduct(await openTestStore(), await openTestBlobs()),
      listPlans(set, sizes),
    );
    sets.push({ name: set, result });
    const missed = result.judged
      .filter((one) => !isFoundAgain(one))
      .map(({ kind, detail, asked }) => `${kind}: ${detail} (${asked})`);
    console.info(`${writeNeedleTables(result)}\n\n${missed.join("\n")}`);
    expect(result.judged.filter(isFoundAgain).length / result.judged.length).toBeGreaterThanOrEqual(0.93);
    expect(result.sent.filter(({ tokens, limit }) => tokens > limit)).toEqual([]);
  }
  putIntoDocs("needles", writeNeedleReport(sets));
});

import { expect, it } from "vitest";
import { openProduct } from "@/tests/evaluation/needles/product";
import { isFoundAgain, judgePlans } from "@/tests/evaluation/needles/suite";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";

/** `npm run evaluate -- needles` looks for many more, in longer conversations. */
it.each(["en", "zh"] as const)(
  "finds nearly all details of a conversation of 100 messages again (%s)",
  async (language) => {
    const product = openProduct(await openTestStore(), await openTestBlobs());
    const { judged, sent } = await judgePlans(product, [
      { language, set: "developed", messageCount: 100, turn: 0 },
    ]);
    expect(judged.filter((one) => !isFoundAgain(one)).length).toBeLessThanOrEqual(1);
    expect(sent.filter(({ tokens, limit }) => tokens > limit)).toEqual([]);
  },
);

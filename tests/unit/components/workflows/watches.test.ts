import { describe, expect, it } from "vitest";
import { findWatch, type Watch } from "@/components/workflows/watches";

const run = { conversationId: "c1", messageId: "m1", at: 1, isScheduled: false };
const watch: Watch = { id: "w1", name: "Ferry", question: "When does it leave?", runs: [run] };
const place = { conversationId: "c1", messageId: "m1" };
const elsewhere = { conversationId: "c2", messageId: "m2" };

describe("an answer is watched", () => {
  it.each([
    ["where the watch began, whatever it asks now", place, "When did it leave?", "w1"],
    ["where the same was asked", elsewhere, "When does it leave?", "w1"],
    ["nowhere else", elsewhere, "When did it leave?", undefined],
    ["not because its question is not on the page", elsewhere, null, undefined],
  ])("%s", (_name, at, asked, id) => {
    expect(findWatch([watch], at, asked)?.id).toBe(id);
  });

  it("by no one as long as nobody knows", () => {
    expect(findWatch(null, place, "When does it leave?")).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { createLeases } from "@/lib/engine/records/leases";
import type { Store } from "@/lib/store/store";
import { text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { readTold } from "./instances";
import { findRunId, goOn, openPair, readUntil, stalled } from "./cut-runs";

/** Counts how often each collection is read. */
function countReads(reads: string[]) {
  return (store: Store): Store => ({
    ...store,
    list(query) {
      reads.push(query.collection);
      return store.list(query);
    },
  });
}

describe("a reader of a reply that was let go, on an instance that has no room for it", () => {
  it("stays, and reads the log once, until there is room and the reply goes on there", async () => {
    const reads: string[] = [];
    let isBack = false;
    const { first, second, store } = await openPair(() => (isBack ? text("Whole.") : stalled), {
      env: { MAX_RUNS: "1" },
      wrapSecond: countReads(reads),
    });
    const started = await first.runs.start("owner", toQuestion("Count"));
    await readUntil(started.stream(), "two");
    const runId = await findRunId(store);
    const other = await second.runs.start(
      "owner",
      toQuestion("Other", { conversation: "c2", message: "m2" }),
    );
    await readUntil(other.stream(), "two");
    await first.runs.close();
    const reader = readTold(await second.runs.follow("owner", "c1"));
    isBack = true;
    await second.runs.stop("owner", "c2");
    const countOfLog = () => reads.filter((collection) => collection === `running/${runId}/log`).length;
    expect(countOfLog()).toBe(1);
    const told = await reader;
    expect(told.text).toContain("two");
    expect(told.text).not.toContain("[DONE]");
    expect((await createLeases(store).find(runId))?.lease.epoch).toBe(2);
    await expect.poll(countOfLog).toBe(2);
    await second.runs.untilIdle("owner", "c1");
    expect(textOf(await goOn(second))).toBe("Whole.");
  });
});

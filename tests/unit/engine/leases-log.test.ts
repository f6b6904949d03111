import { describe, expect, it, onTestFinished } from "vitest";
import { createRunLogs, withoutCut, type LogBatch, type LogCursor } from "@/lib/engine/records/run-logs";
import { bothStores } from "@/tests/support/both-stores";

const toBatch = (
  epoch: number,
  seq: number,
  after: LogCursor | null = null,
  body = `${epoch}.${seq}`,
): LogBatch => ({ epoch, seq, after, body });
const bodies = (batches: readonly LogBatch[]) => batches.map(({ body }) => body);

/** A worker wrote up to 1.3; the next one had read up to 1.2, and the one after that up to 2.1. */
const withZombies: LogBatch[] = [
  ...[toBatch(1, 1), toBatch(1, 2), toBatch(1, 3)],
  ...[toBatch(2, 1, { epoch: 1, seq: 2 }), toBatch(2, 2)],
  toBatch(3, 1, { epoch: 2, seq: 1 }),
];

describe.each(bothStores)("a run's log, in $name", ({ openStore }) => {
  it("keeps a batch that is written again as it was first", async () => {
    const logs = createRunLogs(await openStore());
    await logs.append("r1", toBatch(1, 1));
    await logs.append("r1", toBatch(1, 1));
    await logs.append("r1", toBatch(1, 1, null, "another"));
    expect(await logs.read("r1")).toEqual([toBatch(1, 1)]);
  });

  it("is read in order, however long it is and in whatever order it was written", async () => {
    const logs = createRunLogs(await openStore());
    const batches = Array.from({ length: 510 }, (_, index) =>
      toBatch(index < 400 ? 1 : 2, index < 400 ? index + 1 : index - 399),
    );
    for (let from = 0; from < batches.length; from += 101)
      await Promise.all(
        batches
          .slice(from, from + 101)
          .toReversed()
          .map((batch) => logs.append("r1", batch)),
      );
    expect(bodies(await logs.read("r1"))).toEqual(bodies(batches));
  });

  it("leaves out what a worker wrote that had lost the run, also when it comes late", async () => {
    const logs = createRunLogs(await openStore());
    const [zombie = expect.fail(), ...others] = withZombies
      .toReversed()
      .filter(({ epoch, seq }) => epoch !== 1 || seq !== 3);
    for (const batch of [...others, zombie]) await logs.append("r1", batch);
    await logs.append("r1", toBatch(1, 3));
    expect(bodies(await logs.read("r1"))).toEqual(["1.1", "1.2", "2.1", "3.1"]);
  });

  it("tells whoever watches what stands behind a place, then what comes, each once", async () => {
    const logs = createRunLogs(await openStore());
    for (const seq of [1, 2, 3]) await logs.append("r1", toBatch(1, seq));
    const told: string[] = [];
    onTestFinished(logs.watch("r1", { epoch: 1, seq: 1 }, (batches) => told.push(...bodies(batches))));
    await expect.poll(() => told).toEqual(["1.2", "1.3"]);
    await logs.append("r1", toBatch(1, 4));
    await logs.append("r1", toBatch(2, 1, { epoch: 1, seq: 4 }));
    await expect.poll(() => told).toEqual(["1.2", "1.3", "1.4", "2.1"]);
  });

  it("is another run's no part of", async () => {
    const logs = createRunLogs(await openStore());
    await logs.append("r1", toBatch(1, 1));
    expect(await logs.read("r2")).toEqual([]);
  });
});

describe("the batches that count", () => {
  it("are those before the place after which a later worker goes on, over any number of workers", () => {
    expect(bodies(withoutCut(withZombies))).toEqual(["1.1", "1.2", "2.1", "3.1"]);
    expect(bodies(withoutCut([toBatch(1, 1), toBatch(2, 1, { epoch: 0, seq: 0 })]))).toEqual(["2.1"]);
    expect(bodies(withoutCut([...withZombies, toBatch(4, 1, { epoch: 1, seq: 1 })]))).toEqual(["1.1", "4.1"]);
  });
});

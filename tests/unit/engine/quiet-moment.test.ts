import { setImmediate as turn } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { waitForQuietMoment } from "@/lib/engine/quiet-moment";

/** Longer than a timer may be late, so that the process does not keep up. */
const busyMs = 120;

async function keepBusy(turns: number): Promise<void> {
  for (let made = 0; made < turns; made += 1) {
    const until = performance.now() + busyMs;
    while (performance.now() < until);
    await turn();
  }
}

it("lets nobody go on while the process has more to do than it can, then one after the other", async () => {
  const order: string[] = [];
  const waits = ["first", "second"].map((name) => waitForQuietMoment().then(() => order.push(name)));
  await keepBusy(5);
  order.push("quiet");
  await Promise.all(waits);
  expect(order).toEqual(["quiet", "first", "second"]);
});

it("works off what many replies left behind in two seconds, in its order", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const order: number[] = [];
  const all = Array.from({ length: 500 }, (_, index) => index);
  for (const index of all) void waitForQuietMoment().then(() => order.push(index));
  await vi.advanceTimersByTimeAsync(50);
  expect(order).toHaveLength(100);
  await vi.advanceTimersByTimeAsync(1_950);
  expect(order).toEqual(all);
});

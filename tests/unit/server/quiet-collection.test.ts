import { expect, it } from "vitest";
import { collectWhenQuiet } from "@/lib/server/quiet-collection";

const makeWaste = () => Array.from({ length: 1_200_000 }, (_, at) => ({ at, text: `waste ${at}` }));

it("what was left behind is given back once the process is quiet, and again after the next time of work", async () => {
  collectWhenQuiet();
  for (let time = 0; time < 2; time += 1) {
    expect(makeWaste()).toHaveLength(1_200_000);
    const full = process.memoryUsage().heapUsed;
    await expect
      .poll(() => full - process.memoryUsage().heapUsed, { timeout: 20_000, interval: 500 })
      .toBeGreaterThan(40_000_000);
  }
});

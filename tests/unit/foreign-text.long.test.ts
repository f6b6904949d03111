import { describe, expect, it } from "vitest";
import { foreignText } from "@/tests/fixtures/foreign-text";
import type { TextCall } from "@/tests/fixtures/foreign-text/text-calls";
import { hostileUnits } from "@/tests/fixtures/hostile-shapes";

const sizes = [500, 4_000, 32_000];
const step = 8;
/**
 * Below the floor, in ms, a time says nothing about growth on a busy machine; where one is well above it, no
 * longer text is needed.
 */
const floorMs = 120;
const tellingMs = 200;
/** Eight times the text may take so many times as long; the square would be 64 times. */
const mostGrowth = 32;

describe("H3, M4: text of strangers and of people", () => {
  const calls = Object.entries(foreignText).flatMap(([file, functions]) =>
    Object.entries(functions).map(([name, call]) => ({ name: `${file} ${name}`, call })),
  );

  it.each(calls)("is read by $name in a time that grows with its length", async ({ call }) => {
    const slow: string[] = [];
    for (const unit of hostileUnits) {
      const growth = await findSteepGrowth(call, unit);
      if (growth !== null) slow.push(`${JSON.stringify(unit)} ${growth}`);
    }
    expect(slow.join("; ")).toBe("");
  });
});

const repeat = (unit: string, length: number): string =>
  `${unit.repeat(Math.ceil(length / unit.length))}\u0007`;

/**
 * From short to long, so that what is slow is found before it becomes unbearable; a slow time counts when it
 * comes six times.
 */
async function findSteepGrowth(call: TextCall, unit: string): Promise<string | null> {
  let before = 0;
  for (const size of sizes) {
    const time = await measure(call, repeat(unit, size));
    if (time > floorMs && time > mostGrowth * before && before > 0) {
      const again = await measureBest(call, unit, size);
      if (again.long > floorMs && again.long > mostGrowth * again.short)
        return `${size / step}: ${again.short.toFixed(1)} ms, ${size}: ${again.long.toFixed(1)} ms`;
    }
    before = time;
    if (time > tellingMs) return null;
  }
  return null;
}

async function measureBest(call: TextCall, unit: string, size: number) {
  let [short, long] = [Infinity, Infinity];
  for (let round = 0; round < 6; round += 1) {
    short = Math.min(short, await measure(call, repeat(unit, size / step)));
    long = Math.min(long, await measure(call, repeat(unit, size)));
  }
  return { short, long };
}

async function measure(call: TextCall, text: string): Promise<number> {
  const start = performance.now();
  try {
    await call(text);
  } catch {
    // A refusal is an answer, too.
  }
  return performance.now() - start;
}

import { describe, expect, it } from "vitest";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { TestServices } from "@/tests/support/test-services";

const pairs = 30;
const words = Array.from({ length: 200 }, (_, index) => `word${index} `);

async function open(traceDays: number): Promise<TestServices> {
  const { services } = await openWith(({ turn }) =>
    turn < 3 ? call("calculate", { expression: `${turn}+41` }) : text(...words),
  );
  await services.settings.update({ traceDays }, 0, "owner");
  return services;
}

/** Milliseconds of this process for a run of four calls, with what is written behind it. */
async function measure(services: TestServices, name: string): Promise<number> {
  const before = process.cpuUsage();
  await ask(services, "How much is it?", { conversation: name, message: `m-${name}` });
  await services.settleBackground();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const toMedian = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describe("the cost of recording", () => {
  it("is told: the CPU of a run with it and without, in the median of interleaved pairs", async () => {
    const [withIt, without] = await Promise.all([open(30), open(0)]);
    for (let round = 0; round < 5; round += 1)
      for (const services of [withIt, without]) await measure(services, `warm${round}`);
    const costs: { withIt: number[]; without: number[] } = { withIt: [], without: [] };
    for (let round = 0; round < pairs; round += 1) {
      costs.withIt.push(await measure(withIt, `c${round}`));
      costs.without.push(await measure(without, `c${round}`));
    }
    const [on, off] = [toMedian(costs.withIt), toMedian(costs.without)];
    const share = ((on / off - 1) * 100).toFixed(1);
    process.stdout.write(
      `recording: ${on.toFixed(1)} ms CPU a run, without ${off.toFixed(1)} ms (${share} %)\n`,
    );
    expect(costs.withIt).toHaveLength(pairs);
  });
});

import { expect, it } from "vitest";
import type { UsualReply } from "@/lib/protocol/client-settings";
import { defaultSettings } from "@/lib/protocol/settings";
import { createUsualReplies } from "@/lib/features/statistics/usual-replies";

const toLike = (ms: number): UsualReply => ({
  ...{ model: "local:a", mode: "fast", isPlanned: false, ms, microUsd: 5 },
});

it("what replies usually take is read behind a page, at most every half hour, and told with the next", async () => {
  const clock = { at: 0 };
  const works: Promise<unknown>[] = [];
  const read = createUsualReplies({
    statistics: { usual: async () => [toLike(1_000 + clock.at)] },
    inBackground: (_event, work) => void works.push(work),
    now: () => clock.at,
  });
  const settle = () => Promise.all(works.splice(0));
  expect(read(defaultSettings)).toEqual([]);
  await settle();
  expect(read(defaultSettings)).toEqual([toLike(1_000)]);
  clock.at = 30 * 60_000 - 1;
  read(defaultSettings);
  expect(works).toEqual([]);
  clock.at += 1;
  expect(read(defaultSettings)).toEqual([toLike(1_000)]);
  await settle();
  expect(read(defaultSettings)).toEqual([toLike(1_801_000)]);
});

it("what replies usually cost is not told where it is more than one may cost now", async () => {
  const costs = [90_000, 110_000, 450_000, 550_000];
  const likes = costs.map((microUsd) => ({ ...toLike(1_000), microUsd, isPlanned: microUsd > 200_000 }));
  const works: Promise<unknown>[] = [];
  const read = createUsualReplies({
    statistics: { usual: async () => likes },
    inBackground: (_event, work) => void works.push(work),
    now: () => 0,
  });
  read(defaultSettings);
  await Promise.all(works);
  const told = read({ ...defaultSettings, costBudgetPerRequest: 10, planBudget: 50 });
  expect(told.map(({ microUsd }) => microUsd)).toEqual([90_000, null, 450_000, null]);
});

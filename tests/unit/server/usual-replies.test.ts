import { expect, it } from "vitest";
import { createUsualReplies } from "@/lib/server/usual-replies";

it("what replies usually take is read behind a page, at most every half hour, and told with the next", async () => {
  const clock = { at: 0 };
  const works: Promise<unknown>[] = [];
  const read = createUsualReplies({
    statistics: { usual: async () => ({ fast: { ms: 1_000 + clock.at, microUsd: 5 } }) },
    inBackground: (_event, work) => void works.push(work),
    now: () => clock.at,
  });
  const settle = () => Promise.all(works.splice(0));
  expect(read()).toEqual({});
  await settle();
  expect(read()).toEqual({ fast: { ms: 1_000, microUsd: 5 } });
  clock.at = 30 * 60_000 - 1;
  read();
  expect(works).toEqual([]);
  clock.at += 1;
  expect(read()).toMatchObject({ fast: { ms: 1_000 } });
  await settle();
  expect(read()).toMatchObject({ fast: { ms: 1_801_000 } });
});

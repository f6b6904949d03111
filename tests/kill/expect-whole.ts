import { expect } from "@playwright/test";
import type { CutResult } from "./cut-runs";

/** Each reply is what it would have been, and each fact was saved once. Says how soon the runs moved again. */
export function expectWhole(place: string, results: readonly CutResult[]): void {
  const moved = results.flatMap(({ movedAfterMs }) => movedAfterMs ?? []).sort((a, b) => a - b);
  console.info(
    `${place}: ${results.length} runs cut, moving again after ${moved[0] ?? "–"} to ${moved.at(-1) ?? "–"} ms`,
  );
  for (const { cut, found, expected } of results)
    expect
      .soft(found, `${place}, cut after ${cut.holdAfter ?? "the end"}, then ${cut.again}`)
      .toEqual(expected);
}

import {
  qualities,
  type ExperimentTable,
  type ExperimentVerdict,
  type Wins,
} from "@/lib/features/laboratory/shape/laboratory";
import { testSigns } from "./statistics";

/** What comes about by chance less often is called a difference. */
const level = 0.05;

/** How many of the pairs one side has to win, the other all the rest; `null` where no result would count. */
export function toLeastWins(pairs: number): number | null {
  for (let wins = Math.ceil(pairs / 2); wins <= pairs; wins += 1)
    if (testSigns(wins, pairs - wins) < level) return wins;
  return null;
}

/** What the draft is, of so many pairs that both sides have answered; `null` without any. */
export function toVerdict(
  table: Pick<ExperimentTable, (typeof qualities)[number] | "cheaper" | "faster">,
  pairs: number,
): ExperimentVerdict | null {
  if (pairs === 0) return null;
  const shown = qualities.filter((by) => table[by].p < level);
  const isBetter = shown.some((by) => hasWon(table[by]));
  const isWorse = shown.some((by) => !hasWon(table[by]));
  return {
    quality: isBetter && isWorse ? "mixed" : isBetter ? "better" : isWorse ? "worse" : "none",
    by: shown[0] ?? null,
    cost: table.cheaper.p >= level ? null : hasWon(table.cheaper) ? "cheaper" : "dearer",
    time: table.faster.p >= level ? null : hasWon(table.faster) ? "faster" : "slower",
    pairs,
    leastWins: toLeastWins(pairs),
  };
}

const hasWon = ({ live, draft }: Wins): boolean => draft > live;

import type { RunSummary } from "@/lib/protocol/runs";

/** A call of a model, or of a tool, as it stands beside that of another run. */
export type RunLine = {
  kind: "call" | "tool";
  name: string;
  state: string;
  ms: number;
  costMicroUsd: number;
};
/** `isSame`: the other answer has these words as well. */
export type AnswerPiece = { text: string; isSame: boolean };

/** One of two runs. `answer`: `null` where it is not kept any longer. */
export type RunSide = {
  run: RunSummary;
  style: string;
  tokens: { input: number; output: number; cached: number };
  answer: AnswerPiece[] | null;
};

/** Two runs of a person side by side. What has no partner stands beside nothing. */
export type RunComparison = {
  sides: readonly [RunSide, RunSide];
  /** Those that differ, as JSON. */
  settings: { name: string; values: readonly [string, string] }[];
  lines: (readonly [RunLine | null, RunLine | null])[];
};

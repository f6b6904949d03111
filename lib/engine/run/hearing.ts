import type { AskedQuestion } from "@/lib/money/asked";
import type { RunTrace } from "./run-trace";

/** The small questions of the run, for its recording and for what is counted. */
export function createHearing({ trace }: { trace: Pick<RunTrace, "question"> }) {
  const asked: Pick<AskedQuestion, "model" | "usage" | "costMicroUsd">[] = [];
  return {
    hear(question: AskedQuestion): void {
      asked.push(question);
      trace.question(question);
    },
    asked: (): readonly Pick<AskedQuestion, "model" | "usage" | "costMicroUsd">[] => asked,
  };
}

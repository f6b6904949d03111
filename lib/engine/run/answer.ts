import type { AppError } from "@/lib/errors";
import type { Evaluation } from "@/lib/protocol/answer-checks";

/** The text of the newest step, the numbers in it that no source has, and what broke the run. */
export function createAnswer() {
  let answer = "";
  let unknown: number[] = [];
  let error: AppError | null = null;
  let evaluation: Evaluation | null = null;
  return {
    text: (): string => answer,
    write: (delta: string): void => void (answer += delta),
    start(text = ""): void {
      answer = text;
      unknown = [];
    },
    noteUnknownNumbers: (numbers: readonly number[]): void => void unknown.push(...numbers),
    unknownNumbers: (): readonly number[] => unknown,
    /** Of the newest answer; `null` where nobody judged it. */
    evaluation: (): Evaluation | null => evaluation,
    noteEvaluation: (judged: Evaluation | null): void => void (evaluation = judged),
    error: (): AppError | null => error,
    fail: (failure: AppError | null): void => void (error = failure),
  };
}

/** What a small model makes beside the reply: the title, which the reply takes along when it ends. */
export function createBackgroundResult() {
  let isClosed = false;
  let made: { title: string | null; costMicroUsd: number } = { title: null, costMicroUsd: 0 };
  return {
    isClosed: (): boolean => isClosed,
    add: (title: string, costMicroUsd: number): void => void (made = { title, costMicroUsd }),
    /** What comes later has to be saved on its own. */
    close() {
      isClosed = true;
      return made;
    },
    title: (): string | null => made.title,
  };
}

import { AsyncLocalStorage } from "node:async_hooks";

/** A small question when it is over. `answer`: `null` where none could be used. */
export type AskedQuestion = {
  purpose: string;
  model: string;
  instructions: string;
  prompt: string;
  answer: unknown;
  startedAt: number;
  totalMs: number;
  costMicroUsd: number;
  usage: { inputTokens: number; outputTokens: number };
};

const listening = new AsyncLocalStorage<(asked: AskedQuestion) => void>();

/** Every small question that `work` asks, however deep inside, is told to `onAsked`. */
export function hearQuestions<T>(onAsked: (asked: AskedQuestion) => void, work: () => T): T {
  return listening.run(onAsked, work);
}

export function tellAsked(asked: AskedQuestion): void {
  listening.getStore()?.(asked);
}

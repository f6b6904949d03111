import { AppError } from "@/lib/errors";
import { createAlarm } from "./alarm";

/** How long a server of one's own among the models may take to load one; 0 where none is. */
export type Patience = { nearMs: number; /** Nobody has had an answer of it lately. */ mayLoad: boolean };

/** `nearMs`: how long such a server may take. */
export function toPatience(
  { describe }: { describe(ref: string): { isNear: boolean; mayLoad: boolean } },
  refs: readonly string[],
  nearMs: number,
): Patience {
  const near = refs.map(describe).filter(({ isNear }) => isNear);
  return { nearMs: near.length === 0 ? 0 : nearMs, mayLoad: near.some(({ mayLoad }) => mayLoad) };
}

/** Ollama unloads a model after as long without a question. */
const loadedMs = 300_000;

/** Which models have answered lately, as this process has seen it. */
export function createAnswered(now: () => number = Date.now) {
  const answeredAt = new Map<string, number>();
  return {
    note: (ref: string): void => void answeredAt.set(ref, now()),
    isLate: (ref: string): boolean => now() - (answeredAt.get(ref) ?? -Infinity) > loadedMs,
  };
}

/**
 * The limit of a small question. While a server of one's own loads its model, a question that nobody waits
 * for has as long as that may take, and any other comes to nothing, which says nothing of the model.
 */
export function createQuestionLimit({ signal, limitMs, patience: { nearMs, mayLoad }, isPatient }: Limit) {
  const alarm = createAlarm(signal);
  const toLate = (ms: number) => () => new AppError("timeout", `There was no answer within ${ms / 1000} s.`);
  let isLoading = false;
  alarm.limit(limitMs, toLate(limitMs));
  function noteLoading(): void {
    if (!isLoading && isPatient) alarm.limit(limitMs + nearMs, toLate(limitMs + nearMs));
    isLoading = true;
  }
  if (mayLoad) noteLoading();
  return {
    alarm,
    /** It may be why there is no answer. */
    isLoading: (): boolean => isLoading,
    /** The server says that it loads. */
    noteLoading(): void {
      noteLoading();
      if (!isPatient) alarm.end(toLate(limitMs)());
    },
    end: (): void => alarm.end(),
  };
}

type Limit = { signal: AbortSignal; limitMs: number; patience: Patience; isPatient: boolean };

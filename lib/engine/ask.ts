import type { SmallAnswer, SmallQuestion } from "@/lib/protocol/ask";

/** Asks the small model for a run, which pays for it under this name. */
export type Ask = <ANSWER>(
  question: SmallQuestion<ANSWER>,
  paidAs: string,
  signal?: AbortSignal,
) => Promise<SmallAnswer<ANSWER>>;

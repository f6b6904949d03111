import { useState } from "react";
import type { Answer } from "@/lib/client/request";
import { useReason, type Explain } from "./use-reason";

/** What came of it: an answer, or why it was not done. */
type Outcome = Answer<unknown> | string | null;

/** One piece of work at a time, and why the last one failed; `run` says whether it was done. */
export function useAction(explainOther?: Explain) {
  const usual = useReason();
  const explain = explainOther ?? usual;
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const run = async (work: () => Promise<Outcome>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    const outcome = await work();
    setBusy(false);
    const isAnswer = outcome !== null && typeof outcome === "object";
    const failure = !isAnswer ? outcome : outcome.ok ? null : explain(outcome);
    setReason(failure);
    return failure === null;
  };
  return { run, isBusy, reason };
}

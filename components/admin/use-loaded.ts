import { useCallback, useEffect, useState } from "react";
import type { Answer } from "@/lib/client/request";
import { useReason } from "@/components/ui/use-reason";

export type Loaded<VALUE> = {
  value: VALUE | null;
  reason: string | null;
  isLoading: boolean;
  reload: () => void;
};

type Question = { ask: unknown; round: number };

/**
 * What the server answers, asked when the page is there and again when `ask` is another function. While it
 * asks again, and after a failure, the last answer stays.
 */
export function useLoaded<VALUE>(ask: (signal: AbortSignal) => Promise<Answer<VALUE>>): Loaded<VALUE> {
  const explain = useReason();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ value: VALUE | null; reason: string | null; of: Question | null }>({
    value: null,
    reason: null,
    of: null,
  });
  useEffect(() => {
    const stop = new AbortController();
    void ask(stop.signal).then((given) => {
      if (stop.signal.aborted) return;
      const of = { ask, round };
      if (given.ok) setAnswer({ value: given.value, reason: null, of });
      else setAnswer((before) => ({ value: before.value, reason: explain(given), of }));
    });
    return () => stop.abort();
  }, [ask, round, explain]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const isLoading = answer.of?.ask !== ask || answer.of.round !== round;
  return { value: answer.value, reason: answer.reason, isLoading, reload };
}

import { useCallback, useEffect, useState } from "react";
import type { Answer, RequestFailure } from "@/lib/client/request";

export type AnswerState<VALUE> = {
  /** The server's last; it stays while it is asked again. */
  value: VALUE | null;
  failure: RequestFailure | null;
  reload: () => void;
};

/** What the server says, asked anew when `ask` changes and when the page is looked at again. */
export function useAnswer<VALUE>(ask: (signal: AbortSignal) => Promise<Answer<VALUE>>): AnswerState<VALUE> {
  const [state, setState] = useState<Omit<AnswerState<VALUE>, "reload">>({ value: null, failure: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    void ask(left.signal).then((answer) => {
      if (left.signal.aborted) return;
      setState(({ value }) =>
        answer.ok ? { value: answer.value, failure: null } : { value, failure: answer },
      );
    });
    return () => left.abort();
  }, [ask, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const left = new AbortController();
    const onSight = () => document.visibilityState === "visible" && reload();
    document.addEventListener("visibilitychange", onSight, { signal: left.signal });
    return () => left.abort();
  }, [reload]);
  return { ...state, reload };
}

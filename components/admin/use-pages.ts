import { useCallback, useEffect, useState } from "react";
import type { Answer } from "@/lib/client/request";
import { useReason } from "@/components/ui/use-reason";

export type PageOf<ROW> = { rows: ROW[]; cursor: string | null };
export type Pages<ROW> = PageOf<ROW> & {
  isLoading: boolean;
  /** Why the last question was not answered. */
  reason: string | null;
  loadMore: () => Promise<void>;
  reload: () => void;
  change: (rows: (before: ROW[]) => ROW[]) => void;
};

/** A list that the server gives in pages; asked for anew from its start when `ask` or `key` changes. */
export function usePages<ROW>(
  ask: (cursor: string | null) => Promise<Answer<PageOf<ROW>>>,
  key = 0,
): Pages<ROW> {
  const explain = useReason();
  const [page, setPage] = useState<PageOf<ROW>>({ rows: [], cursor: null });
  const [isLoading, setLoading] = useState(true);
  const [reason, setReason] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    void ask(null).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setPage(answer.value);
      setReason(answer.ok ? null : explain(answer));
      setLoading(false);
    });
    return () => void (isCurrent = false);
  }, [ask, key, round, explain]);

  const reload = useCallback(() => {
    setLoading(true);
    setRound((before) => before + 1);
  }, []);
  const loadMore = async (): Promise<void> => {
    setLoading(true);
    const answer = await ask(page.cursor);
    if (answer.ok)
      setPage((before) => ({ rows: [...before.rows, ...answer.value.rows], cursor: answer.value.cursor }));
    setReason(answer.ok ? null : explain(answer));
    setLoading(false);
  };
  const change = (rows: (before: ROW[]) => ROW[]): void =>
    setPage((before) => ({ ...before, rows: rows(before.rows) }));
  return { ...page, isLoading, reason, loadMore, reload, change };
}

/** Makes pages out of a reply that calls its rows by another name. */
export function toPages<VALUE, ROW>(
  answer: Answer<VALUE>,
  pick: (value: VALUE) => PageOf<ROW>,
): Answer<PageOf<ROW>> {
  return answer.ok ? { ok: true, value: pick(answer.value) } : answer;
}

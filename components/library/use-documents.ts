import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { createDocumentsApi } from "@/lib/client/documents";
import type { RequestFailure } from "@/lib/client/request";
import type { DocumentView } from "@/lib/protocol/documents";

export type Documents = {
  /** `null` until the first page has come. */
  documents: DocumentView[] | null;
  cursor: string | null;
  failure: RequestFailure | null;
  isLoading: boolean;
  loadMore: () => Promise<void>;
  reload: () => void;
  /** Puts a document in its place, a new one in front; one of the same name was replaced by it. */
  put: (document: DocumentView) => void;
  drop: (id: string) => void;
};

const api = createDocumentsApi();
/** While documents are read their rows are asked for again. */
const pollMs = 2_000;
const mostAtOnce = 8;

/** A collection's documents, a page at a time. `onSettled`: one was read, or failed: counts have changed. */
export function useDocuments(collectionId: string, onSettled: () => void): Documents {
  const [list, setList] = useState<Pick<Documents, "documents" | "cursor">>({
    documents: null,
    cursor: null,
  });
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    void api.listDocuments(collectionId, null).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setList(answer.value);
      setFailure(answer.ok ? null : answer);
      setLoading(false);
    });
    return () => void (isCurrent = false);
  }, [collectionId, round]);

  const put = useCallback((document: DocumentView) => setList((before) => putInto(before, document)), []);
  const drop = useCallback(
    (id: string) => {
      setList(({ documents, cursor }) => ({
        documents: documents?.filter((one) => one.id !== id) ?? null,
        cursor,
      }));
      onSettled();
    },
    [onSettled],
  );
  useProgress(list.documents ?? [], { put, drop, onSettled });

  const loadMore = async () => {
    setLoading(true);
    const answer = await api.listDocuments(collectionId, list.cursor);
    setFailure(answer.ok ? null : answer);
    if (answer.ok) {
      const { documents, cursor } = answer.value;
      setList((before) => {
        const known = new Set(before.documents?.map(({ id }) => id));
        return {
          documents: [...(before.documents ?? []), ...documents.filter(({ id }) => !known.has(id))],
          cursor,
        };
      });
    }
    setLoading(false);
  };
  const reload = () => {
    setLoading(true);
    setRound((before) => before + 1);
  };
  return { ...list, failure, isLoading, loadMore, reload, put, drop };
}

type List = Pick<Documents, "documents" | "cursor">;

function putInto({ documents, cursor }: List, document: DocumentView): List {
  const all = documents ?? [];
  if (all.some(({ id }) => id === document.id))
    return { documents: all.map((one) => (one.id === document.id ? document : one)), cursor };
  return { documents: [document, ...all.filter(({ name }) => name !== document.name)], cursor };
}

function isUnread({ status }: DocumentView): boolean {
  return status === "waiting" || status === "reading";
}

type Verbs = Pick<Documents, "put" | "drop"> & { onSettled: () => void };

/** Follows the documents that are being read until each is ready or failed. */
function useProgress(documents: readonly DocumentView[], { put, drop, onSettled }: Verbs): void {
  const unread = documents.filter(isUnread);
  const isAny = unread.length > 0;
  const next = useRef(0);
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const asked = pick(unread, next.current);
    next.current += asked.length;
    const answers = await Promise.all(asked.map((document) => api.getDocument(document, signal)));
    if (signal.aborted) return;
    for (const [index, answer] of answers.entries()) {
      if (answer.ok) put(answer.value);
      else if (answer.status === 404) drop(asked[index]?.id ?? "");
    }
    if (answers.some((answer) => answer.ok && !isUnread(answer.value))) onSettled();
  });
  useEffect(() => {
    if (!isAny) return;
    const left = new AbortController();
    const timer = setInterval(() => void ask(left.signal), pollMs);
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [isAny]);
}

/** Some of many in turn, so that each is asked for now and then. */
function pick<ITEM>(items: readonly ITEM[], from: number): ITEM[] {
  const start = items.length === 0 ? 0 : from % items.length;
  return [...items.slice(start), ...items.slice(0, start)].slice(0, mostAtOnce);
}

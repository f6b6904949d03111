import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { createDocumentsApi } from "@/components/documents/documents";
import { useResource, type Resource } from "@/lib/client/resource";
import type { DocumentsReply, DocumentView } from "@/lib/features/documents/shape/documents";

const api = createDocumentsApi();
/** While documents are read their rows are asked for again. */
const pollMs = 2_000;
const mostAtOnce = 8;

const documentList = {
  key: ({ id }: DocumentView) => id,
  page: ({ documents: items, cursor }: DocumentsReply) => ({ items, cursor }),
  /** One of the same name was replaced by it. */
  replaces: (one: DocumentView, other: DocumentView) => one.name === other.name,
};

export type Documents = Resource<DocumentView, DocumentsReply>;

/** A collection's documents, a page at a time. `onSettled`: one was read, or failed: counts have changed. */
export function useDocuments(collectionId: string, onSettled: () => void): Documents {
  const load = useCallback(
    (cursor: string | null) => api.listDocuments(collectionId, cursor),
    [collectionId],
  );
  const list = useResource({ ...documentList, load });
  useProgress(list, onSettled);
  return list;
}

function isUnread({ status }: DocumentView): boolean {
  return status === "waiting" || status === "reading";
}

/** Follows the documents that are being read until each is ready or failed. */
function useProgress({ items, put, take }: Documents, onSettled: () => void): void {
  const unread = items.filter(isUnread);
  const isAny = unread.length > 0;
  const next = useRef(0);
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const asked = pick(unread, next.current);
    next.current += asked.length;
    const answers = await Promise.all(asked.map((document) => api.getDocument(document, signal)));
    if (signal.aborted) return;
    for (const [index, answer] of answers.entries()) {
      if (answer.ok) put(answer.value);
      else if (answer.status === 404) take(asked[index]?.id ?? "");
    }
    if (answers.some((answer) => (answer.ok ? !isUnread(answer.value) : answer.status === 404))) onSettled();
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

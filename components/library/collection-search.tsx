"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SearchBox } from "@/components/ui/search-box";
import { useReason } from "@/components/ui/use-reason";
import { toDocumentPath } from "@/lib/client/document-address";
import { createDocumentsApi } from "@/components/documents/documents";
import { toPlainPassage } from "@/lib/client/plain-passage";
import type { RequestFailure } from "@/lib/client/request";
import type { DocumentSearchReply, FoundChunk } from "@/lib/features/documents/shape/documents";
import { sentFilesId } from "@/lib/features/documents/shape/own-collections";

const api = createDocumentsApi();
const pauseMs = 350;
const pageSize = 10;

type CollectionSearchProps = {
  collectionId: string;
  /** What there is to find; the search is repeated when it changes. */
  contents: string;
  children: ReactNode;
};

/** Passages of a collection that fit what is written; its documents (`children`) while nothing is. */
export function CollectionSearch({ collectionId, contents, children }: CollectionSearchProps) {
  const t = useTranslations("library.search");
  const label = t(collectionId === sentFilesId ? "labelSent" : "label");
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const query = text.trim();
  const { reply, failure, isAsking } = useSearch({ collectionId, contents, query, limit });
  const change = (next: string) => {
    setText(next);
    setLimit(pageSize);
  };
  return (
    <>
      <div role="search" aria-label={label} className="pt-5">
        <SearchBox
          ref={field}
          label={label}
          placeholder={label}
          maxLength={1_000}
          value={text}
          onChange={({ target }) => change(target.value)}
          onClear={() => change("")}
        />
      </div>
      {query === "" ? (
        children
      ) : (
        <section aria-label={t("results")} aria-busy={isAsking} className="pt-4">
          <Summary reply={reply} failure={failure} isAsking={isAsking} />
          <ol className="divide-y divide-hairline">
            {reply?.results.map((found) => (
              <li key={found.chunkId}>
                <Found found={found} />
              </li>
            ))}
          </ol>
          {reply !== null && reply.total > reply.results.length && limit < 200 && (
            <Button className="mt-3" onClick={() => setLimit((before) => Math.min(200, before + 20))}>
              {t("more")}
            </Button>
          )}
        </section>
      )}
    </>
  );
}

type CollectionSearchState = {
  reply: DocumentSearchReply | null;
  failure: RequestFailure | null;
  isAsking: boolean;
};

function Summary({ reply, failure, isAsking }: CollectionSearchState) {
  const t = useTranslations("library.search");
  const explain = useReason();
  const text = toText();
  return (
    <p
      role="status"
      className={failure === null ? "pb-1 text-sm text-quiet" : "pb-1 text-sm leading-5 text-bad"}
    >
      {text}
    </p>
  );

  function toText(): string {
    if (failure !== null) return explain(failure);
    if (reply === null) return isAsking ? t("asking") : "";
    const found = t("found", { count: reply.total });
    return reply.strategy === "keyword" && reply.total > 0 ? `${found} ${t("wordsOnly")}` : found;
  }
}

function Found({ found: { documentId, title, place, text } }: { found: FoundChunk }) {
  const t = useTranslations("evidence.sources");
  const where = [place.page === undefined ? "" : t("page", { page: place.page }), place.heading ?? ""];
  return (
    <Link
      href={toDocumentPath(documentId, place)}
      prefetch={false}
      className="block rounded-lg px-2 py-3 transition-colors duration-150 hover:bg-sunken"
    >
      <span className="flex flex-wrap items-baseline gap-x-2 text-sm leading-5">
        <span dir="auto" className="font-medium wrap-anywhere">
          {title}
        </span>
        <span dir="auto" className="text-quiet">
          {where.filter((part) => part !== "").join(" · ")}
        </span>
      </span>
      <span dir="auto" className="mt-1 line-clamp-3 block text-sm leading-5 wrap-anywhere text-quiet">
        {toPlainPassage(text)}
      </span>
    </Link>
  );
}

type Search = Pick<CollectionSearchProps, "collectionId" | "contents"> & { query: string; limit: number };

/** Asks when the person pauses; what was found before stays until the next answer. */
function useSearch({ collectionId, contents, query, limit }: Search): CollectionSearchState {
  const [state, setState] = useState<Omit<CollectionSearchState, "isAsking"> & { answers: string }>({
    ...{ reply: null, failure: null, answers: "" },
  });
  const asked = JSON.stringify([contents, limit, query]);
  useEffect(() => {
    if (query === "") return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      void api.search({ query, collections: [collectionId], limit }, left.signal).then((answer) => {
        if (left.signal.aborted) return;
        setState(({ reply }) => ({
          reply: answer.ok ? answer.value : reply,
          failure: answer.ok ? null : answer,
          answers: asked,
        }));
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [collectionId, query, limit, asked]);
  if (query === "") return { reply: null, failure: null, isAsking: false };
  return { ...state, isAsking: state.answers !== asked };
}

"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { PageSkeleton, RowSkeletons } from "@/components/ui/page";
import { createDocumentsApi } from "@/lib/client/documents";
import type { CollectionView } from "@/lib/protocol/documents";
import { handbookId, sentFilesId } from "@/lib/protocol/own-collections";
import { CollectionMenu } from "./collection-menu";
import { CollectionFacts } from "./collection-row";
import { CollectionSearch } from "./collection-search";
import { DocumentRow } from "./document-row";
import { BackLink, Failure, LibraryFrame } from "./library-frame";
import { UploadArea } from "./upload-area";
import { useAnswer } from "./use-answer";
import { useDocuments, type Documents } from "./use-documents";

const api = createDocumentsApi();

/** One collection: what it is, what is in it, and a way to search and to add. */
export function CollectionPage({ collectionId, canShare }: { collectionId: string; canShare: boolean }) {
  const t = useTranslations("library");
  const explain = useReason();
  const { value, failure, reload } = useAnswer(
    useCallback(() => api.getCollection(collectionId), [collectionId]),
  );
  const documents = useDocuments(collectionId, reload);
  if (value === null && failure === null) return <PageSkeleton />;
  const back = <BackLink href="/library">{t("title")}</BackLink>;
  if (value === null) {
    return (
      <LibraryFrame back={back}>
        <Failure
          text={
            failure?.status === 404
              ? t("state.gone")
              : t("state.failed", { reason: explain(failure ?? lost) })
          }
          onRetry={reload}
        />
      </LibraryFrame>
    );
  }
  return (
    <LibraryFrame back={back}>
      <Head collection={value} canShare={canShare} onChange={reload} />
      {value.isOwn && (
        <UploadArea
          collectionId={value.id}
          isEmpty={documents.documents?.length === 0}
          onArrived={documents.put}
        />
      )}
      {(value.documents > 0 || (documents.documents?.length ?? 0) > 0) && (
        <CollectionSearch collectionId={value.id} contents={toReadIds(documents.documents)}>
          <DocumentList isOwn={value.isOwn || value.id === sentFilesId} list={documents} />
        </CollectionSearch>
      )}
    </LibraryFrame>
  );
}

function toReadIds(documents: Documents["documents"]): string {
  return (documents ?? []).flatMap(({ id, status }) => (status === "ready" ? [id] : [])).join(" ");
}

type HeadProps = { collection: CollectionView; canShare: boolean; onChange: () => void };

function Head({ collection, canShare, onChange }: HeadProps) {
  const t = useTranslations("library");
  const router = useRouter();
  const isSent = collection.id === sentFilesId;
  const [name, description] =
    collection.id === handbookId
      ? [t("collections.handbook"), t("collections.handbookHelp")]
      : isSent
        ? [t("sent.title"), t(collection.documents === 0 ? "sent.none" : "sent.help")]
        : [collection.name, collection.description];
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="text-title wrap-anywhere">
          {name}
        </h1>
        {description !== "" && (
          <p dir="auto" className="pt-1 text-pretty wrap-anywhere text-quiet">
            {description}
          </p>
        )}
        {!isSent && (
          <div className="pt-1">
            <CollectionFacts collection={collection} />
          </div>
        )}
      </div>
      {collection.isOwn && (
        <CollectionMenu
          collection={collection}
          canShare={canShare}
          onChange={onChange}
          onRemoved={() => router.push("/library")}
        />
      )}
    </div>
  );
}

const lost = { ok: false, status: null, problem: null } as const;

function DocumentList({ isOwn, list }: { isOwn: boolean; list: Documents }) {
  const t = useTranslations("library");
  const explain = useReason();
  const { documents, cursor, failure, isLoading, loadMore, reload, put, drop } = list;
  return (
    <section aria-label={t("documents.label")} className="pt-4">
      {documents !== null && documents.length > 0 && (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              {...{ document, isOwn }}
              onChanged={put}
              onRemoved={() => drop(document.id)}
            />
          ))}
        </ul>
      )}
      {documents === null && isLoading && (
        <div role="status">
          <span className="sr-only">{t("state.loading")}</span>
          <RowSkeletons />
        </div>
      )}
      {failure !== null && (
        <Failure text={t("state.failed", { reason: explain(failure) })} onRetry={reload} />
      )}
      {cursor !== null && failure === null && (
        <Button className="mt-4" aria-disabled={isLoading} onClick={() => void loadMore()}>
          {t("documents.more")}
        </Button>
      )}
    </section>
  );
}

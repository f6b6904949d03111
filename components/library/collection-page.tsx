"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useReason } from "@/components/ui/use-reason";
import { PageSkeleton } from "@/components/ui/page";
import { Failure, ResourceList } from "@/components/ui/resource-list";
import { createDocumentsApi } from "@/lib/client/documents";
import { alone, useResource } from "@/lib/client/resource";
import type { CollectionView } from "@/lib/protocol/documents";
import { handbookId, sentFilesId } from "@/lib/protocol/own-collections";
import { CollectionMenu } from "./collection-menu";
import { CollectionFacts } from "./collection-row";
import { CollectionSearch } from "./collection-search";
import { DocumentRow } from "./document-row";
import { BackLink, LibraryFrame } from "./library-frame";
import { UploadArea } from "./upload-area";
import { useDocuments, type Documents } from "./use-documents";

const api = createDocumentsApi();

/** One collection: what it is, what is in it, and a way to search and to add. */
export function CollectionPage({ collectionId, canShare }: { collectionId: string; canShare: boolean }) {
  const t = useTranslations("library");
  const explain = useReason();
  const load = useCallback(() => api.getCollection(collectionId), [collectionId]);
  const { reply: value, reason: failure, reload } = useResource({ ...alone, load, whenSeen: true });
  const settle = () => void reload();
  const documents = useDocuments(collectionId, settle);
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
          onRetry={() => void reload()}
        />
      </LibraryFrame>
    );
  }
  return (
    <LibraryFrame back={back}>
      <Head collection={value} canShare={canShare} onChange={settle} />
      {value.isOwn && (
        <UploadArea
          collectionId={value.id}
          isEmpty={documents.reply !== null && documents.items.length === 0}
          onArrived={documents.put}
        />
      )}
      {(value.documents > 0 || documents.items.length > 0) && (
        <CollectionSearch collectionId={value.id} contents={toReadIds(documents.items)}>
          <DocumentList isOwn={value.isOwn || value.id === sentFilesId} list={documents} onChange={settle} />
        </CollectionSearch>
      )}
    </LibraryFrame>
  );
}

function toReadIds(documents: Documents["items"]): string {
  return documents.flatMap(({ id, status }) => (status === "ready" ? [id] : [])).join(" ");
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

function DocumentList({ isOwn, list, onChange }: { isOwn: boolean; list: Documents; onChange: () => void }) {
  const t = useTranslations("library.documents");
  const remove = (id: string) => {
    list.take(id);
    onChange();
  };
  return (
    <section aria-label={t("label")} className="pt-4">
      <ResourceList list={list}>
        <ul className="divide-y divide-hairline border-y border-hairline">
          {list.items.map((document) => (
            <DocumentRow
              key={document.id}
              {...{ document, isOwn }}
              onChanged={list.put}
              onRemoved={() => remove(document.id)}
            />
          ))}
        </ul>
      </ResourceList>
    </section>
  );
}

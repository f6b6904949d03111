"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useReason } from "@/components/ui/use-reason";
import { Page, PageSkeleton } from "@/components/ui/page";
import { Failure, ResourceList } from "@/components/ui/resource-list";
import { createDocumentsApi } from "@/components/documents/documents";
import { alone, useResource } from "@/lib/client/resource";
import type { CollectionView } from "@/lib/features/documents/shape/documents";
import { handbookId, sentFilesId } from "@/lib/features/documents/shape/own-collections";
import { CollectionMenu } from "./collection-menu";
import { CollectionFacts } from "./collection-row";
import { CollectionSearch } from "./collection-search";
import { DocumentRow } from "./document-row";
import { UploadArea } from "./upload-area";
import { useDocuments, type Documents } from "./use-documents";

const api = createDocumentsApi();

/** One collection: what it is, what is in it, and a way to search and to add. */
export function CollectionPage({ collectionId, canShare }: { collectionId: string; canShare: boolean }) {
  const t = useTranslations("library");
  const explain = useReason();
  const router = useRouter();
  const load = useCallback(() => api.getCollection(collectionId), [collectionId]);
  const { reply: value, reason: failure, reload } = useResource({ ...alone, load, whenSeen: true });
  const settle = () => void reload();
  const documents = useDocuments(collectionId, settle);
  if (value === null && failure === null) return <PageSkeleton />;
  const back = { href: "/library", name: t("title") };
  if (value === null) {
    const reason = explain(failure ?? lost);
    return (
      <Page title={t("title")} back={back}>
        <Failure
          text={failure?.status === 404 ? t("state.gone") : t("state.failed", { reason })}
          onRetry={settle}
        />
      </Page>
    );
  }
  const isSent = value.id === sentFilesId;
  return (
    <Page
      {...toHead(value, t)}
      back={back}
      actions={
        value.isOwn && (
          <CollectionMenu
            {...{ collection: value, canShare }}
            onChange={settle}
            onRemoved={() => router.push("/library")}
          />
        )
      }
    >
      {!isSent && <CollectionFacts collection={value} />}
      {value.isOwn && (
        <UploadArea
          collectionId={value.id}
          isEmpty={documents.reply !== null && documents.items.length === 0}
          onArrived={documents.put}
        />
      )}
      {(value.documents > 0 || documents.items.length > 0) && (
        <CollectionSearch collectionId={value.id} contents={toReadIds(documents.items)}>
          <DocumentList isOwn={value.isOwn || isSent} list={documents} onChange={settle} />
        </CollectionSearch>
      )}
    </Page>
  );
}

type LibraryWords = ReturnType<typeof useTranslations<"library">>;

/** What is built in has names in the page's language. */
function toHead({ id, name, description, documents }: CollectionView, t: LibraryWords) {
  if (id === handbookId) return { title: t("collections.handbook"), help: t("collections.handbookHelp") };
  if (id === sentFilesId)
    return { title: t("sent.title"), help: t(documents === 0 ? "sent.none" : "sent.help") };
  return { title: name, help: description };
}

function toReadIds(documents: Documents["items"]): string {
  return documents.flatMap(({ id, status }) => (status === "ready" ? [id] : [])).join(" ");
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

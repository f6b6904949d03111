"use client";

import { FolderPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ProgressLine } from "@/components/documents/progress-line";
import { useFileWords } from "@/components/documents/use-file-words";
import { Button } from "@/components/ui/button";
import { Page } from "@/components/ui/page";
import { ResourceList } from "@/components/ui/resource-list";
import { toCollectionPath } from "@/lib/client/document-address";
import { collectionList } from "@/components/documents/documents";
import { useResource } from "@/lib/client/resource";
import type { CollectionsReply, CollectionView } from "@/lib/features/documents/shape/documents";
import { handbookId } from "@/lib/features/documents/shape/own-collections";
import { CollectionForm } from "./collection-form";
import { CollectionRow, SentFilesRow } from "./collection-row";

/** The person's collections, those that are shared with everybody, and the handbook. */
export function LibraryPage({ canShare }: { canShare: boolean }) {
  const t = useTranslations("library");
  const router = useRouter();
  const [isAdding, setAdding] = useState(false);
  const list = useResource({ ...collectionList, whenSeen: true });
  const { reply, items: collections } = list;
  const onChange = () => void list.reload();
  const rows = reply !== null && (
    <>
      <OwnCollections {...{ collections, canShare, onChange, onAdd: () => setAdding(true) }} />
      <ul className="grid pt-2">
        <SentFilesRow />
      </ul>
      <OtherCollections {...{ collections, onChange }} />
    </>
  );
  return (
    <Page title={t("title")} help={t("intro")}>
      {reply?.storage && <Space space={reply.storage} />}
      <ResourceList list={list} empty={rows}>
        {rows}
      </ResourceList>
      {isAdding && (
        <CollectionForm
          onClose={() => setAdding(false)}
          onSaved={({ id }) => router.push(toCollectionPath(id))}
        />
      )}
    </Page>
  );
}

type OwnProps = {
  collections: readonly CollectionView[];
  canShare: boolean;
  onChange: () => void;
  onAdd: () => void;
};

function OwnCollections({ collections, canShare, onChange, onAdd }: OwnProps) {
  const t = useTranslations("library.collections");
  const own = collections.filter(({ isOwn }) => isOwn);
  const add = (
    <Button onClick={onAdd}>
      <FolderPlus size={16} aria-hidden />
      {t("add")}
    </Button>
  );
  return (
    <section className="pt-6" aria-labelledby="own-collections">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-3">
        <h2 id="own-collections" className="text-section">
          {t("own")}
        </h2>
        {own.length > 0 && add}
      </div>
      {own.length === 0 ? (
        <div className="rounded-xl border border-dashed border-strong px-5 py-8 text-center">
          <p className="font-medium">{t("none")}</p>
          <p className="mx-auto max-w-md pt-1 pb-4 text-sm leading-5 text-pretty text-quiet">
            {t("noneHelp")}
          </p>
          {add}
        </div>
      ) : (
        <ul className="grid gap-2">
          {own.map((collection) => (
            <CollectionRow key={collection.id} {...{ collection, canShare, onChange }} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OtherCollections({ collections, onChange }: Pick<OwnProps, "collections" | "onChange">) {
  const t = useTranslations("library.collections");
  const others = collections.filter(({ isOwn }) => !isOwn);
  if (others.length === 0) return null;
  return (
    <section className="pt-8" aria-labelledby="other-collections">
      <h2 id="other-collections" className="pb-3 text-section">
        {t("others")}
      </h2>
      <ul className="grid gap-2">
        {others.toSorted(byKind).map((collection) => (
          <CollectionRow key={collection.id} {...{ collection, onChange }} canShare={false} />
        ))}
      </ul>
    </section>
  );
}

/** What is built in comes last. */
function byKind({ id: a }: { id: string }, { id: b }: { id: string }): number {
  return Number(a === handbookId) - Number(b === handbookId);
}

function Space({ space: { bytes, limitBytes } }: { space: NonNullable<CollectionsReply["storage"]> }) {
  const t = useTranslations("library.space");
  const { toSize } = useFileWords();
  const used = toSize(bytes);
  if (limitBytes === null) return <p className="pt-4 text-sm text-quiet">{t("used", { used })}</p>;
  const share = limitBytes === 0 ? 1 : bytes / limitBytes;
  const isFull = share >= 0.98;
  return (
    <div className="grid max-w-sm gap-1.5 pt-5">
      <ProgressLine label={t("label")} share={share} />
      <p className={isFull ? "text-sm text-partly" : "text-sm text-quiet"}>
        {t("of", { used, limit: toSize(limitBytes) })} {isFull && t("full")}
      </p>
    </div>
  );
}

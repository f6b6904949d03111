"use client";

import { BookMarked, Folder, MessagesSquare, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useFileWords } from "@/components/documents/use-file-words";
import { toCollectionPath } from "@/lib/client/document-address";
import type { CollectionView } from "@/lib/features/documents/shape/documents";
import { handbookId, sentFilesId } from "@/lib/features/documents/shape/own-collections";
import { CollectionMenu } from "./collection-menu";

type Props = { collection: CollectionView; canShare: boolean; onChange: () => void };

/** A collection of the list: it opens, and its owner may change it. */
export function CollectionRow({ collection, canShare, onChange }: Props) {
  const t = useTranslations("library.collections");
  const isHandbook = collection.id === handbookId;
  const Icon = isHandbook ? BookMarked : collection.shared ? Users : Folder;
  return (
    <li className="flex items-center gap-1 rounded-xl border border-hairline bg-raised pe-2 transition-colors duration-150 focus-within:border-strong hover:border-strong">
      <Link
        href={toCollectionPath(collection.id)}
        prefetch={false}
        className="flex min-w-0 flex-1 items-start gap-3 rounded-xl px-4 py-3"
      >
        <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-tint text-accent">
          <Icon size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block leading-6 font-medium wrap-anywhere">
            {isHandbook ? t("handbook") : collection.name}
          </span>
          <CollectionFacts collection={collection} />
          {(collection.description !== "" || isHandbook) && (
            <span dir="auto" className="mt-1 line-clamp-2 block text-sm leading-5 wrap-anywhere text-quiet">
              {isHandbook ? t("handbookHelp") : collection.description}
            </span>
          )}
        </span>
      </Link>
      {collection.isOwn && <CollectionMenu {...{ collection, canShare, onChange, onRemoved: onChange }} />}
    </li>
  );
}

/** Leads to the files that were sent with messages. */
export function SentFilesRow() {
  const t = useTranslations("library.sent");
  return (
    <li className="rounded-xl border border-hairline bg-raised transition-colors duration-150 focus-within:border-strong hover:border-strong">
      <Link
        href={toCollectionPath(sentFilesId)}
        prefetch={false}
        className="flex items-start gap-3 rounded-xl px-4 py-3"
      >
        <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-tint text-accent">
          <MessagesSquare size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block leading-6 font-medium">{t("title")}</span>
          <span className="block text-sm leading-5 text-quiet">{t("help")}</span>
        </span>
      </Link>
    </li>
  );
}

/** How much is in it, and whom it is shared with. */
export function CollectionFacts({ collection }: { collection: CollectionView }) {
  const t = useTranslations("library.collections");
  const { toSize } = useFileWords();
  const { id, documents, chunks, bytes, shared, isOwn } = collection;
  const facts = [
    t("documents", { count: documents }),
    chunks > 0 ? t("chunks", { count: chunks }) : null,
    bytes > 0 ? toSize(bytes) : null,
    shared && id !== handbookId ? t(isOwn ? "shared" : "sharedByOthers") : null,
  ];
  return (
    <span className="block text-sm leading-5 text-quiet">
      {facts.filter((fact) => fact !== null).join(" · ")}
    </span>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useReason } from "@/components/ui/use-reason";
import { createDocumentsApi } from "@/lib/client/documents";
import type { CollectionView } from "@/lib/protocol/documents";

type Props = {
  isOpen: boolean;
  /** The one that is changed; without it a new one is made. */
  collection?: CollectionView;
  onClose: () => void;
  onSaved: (collection: CollectionView) => void;
};

const api = createDocumentsApi();

/** Name and description of a collection. */
export function CollectionForm({ isOpen, collection, onClose, onSaved }: Props) {
  const t = useTranslations("library.form");
  const explain = useReason();
  const save = async (entered: FormData): Promise<string | null> => {
    const body = {
      name: String(entered.get("name") ?? "").trim(),
      description: String(entered.get("description") ?? "").trim(),
    };
    if (body.name === "") return t("noName");
    const answer = await (collection === undefined
      ? api.createCollection(body)
      : api.changeCollection(collection.id, body));
    if (!answer.ok) return explain(answer);
    onSaved(answer.value);
    return null;
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(collection === undefined ? "new" : "edit")}
      action={t(collection === undefined ? "create" : "save")}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields collection={collection} />
    </ConfirmDialog>
  );
}

function Fields({ collection }: { collection: CollectionView | undefined }) {
  const t = useTranslations("library.form");
  const id = useId();
  return (
    <>
      <div className="grid gap-1">
        <label htmlFor={`${id}-name`} className="text-sm font-medium">
          {t("name")}
        </label>
        <input
          id={`${id}-name`}
          name="name"
          dir="auto"
          maxLength={120}
          defaultValue={collection?.name}
          className="text-field h-11 px-3 text-base"
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-description`} className="text-sm font-medium">
          {t("description")}
        </label>
        <textarea
          id={`${id}-description`}
          name="description"
          dir="auto"
          rows={3}
          maxLength={1_000}
          defaultValue={collection?.description}
          aria-describedby={`${id}-help`}
          className="text-field h-auto resize-y px-3 py-2 text-base leading-6"
        />
        <p id={`${id}-help`} className="text-sm leading-5 text-quiet">
          {t("descriptionHelp")}
        </p>
      </div>
    </>
  );
}

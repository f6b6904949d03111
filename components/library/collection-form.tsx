"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, LongField, readField } from "@/components/ui/field";
import { createDocumentsApi } from "@/components/documents/documents";
import type { CollectionView } from "@/lib/features/documents/shape/documents";

type Props = {
  /** The one that is changed; without it a new one is made. */
  collection?: CollectionView;
  onClose: () => void;
  onSaved: (collection: CollectionView) => void;
};

const api = createDocumentsApi();

/** Name and description of a collection. */
export function CollectionForm({ collection, onClose, onSaved }: Props) {
  const t = useTranslations("library.form");
  const save = async (entered: FormData) => {
    const body = { name: readField(entered, "name"), description: readField(entered, "description") };
    if (body.name === "") return { fields: { name: t("noName") } };
    return collection === undefined ? api.createCollection(body) : api.changeCollection(collection.id, body);
  };
  return (
    <ConfirmDialog
      title={t(collection === undefined ? "new" : "edit")}
      action={t(collection === undefined ? "create" : "save")}
      onConfirm={save}
      onDone={onSaved}
      onClose={onClose}
    >
      <Field label={t("name")} name="name" maxLength={120} defaultValue={collection?.name} />
      <LongField
        label={t("description")}
        name="description"
        hint={t("descriptionHelp")}
        maxLength={1_000}
        defaultValue={collection?.description}
      />
    </ConfirmDialog>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, readField, SelectField, SwitchField } from "@/components/ui/field";
import { createDocumentsApi } from "@/components/documents/documents";
import {
  type DocumentPatch,
  encodedKinds,
  textEncodings,
  type DocumentView,
} from "@/lib/features/documents/shape/documents";

type Props = {
  document: DocumentView;
  onClose: () => void;
  onSaved: (document: DocumentView) => void;
};

const api = createDocumentsApi();

/** Name, tags, author and date of a document, and whether its words are the person's own. */
export function DocumentForm({ document, onClose, onSaved }: Props) {
  const t = useTranslations("library.details");
  const { name, tags, author, date, kind, encoding, isOwnText } = document;
  const save = async (entered: FormData) => {
    const patch = toPatch(entered, document);
    return patch.name === "" ? { fields: { name: t("noName") } } : api.changeDocument(document, patch);
  };
  const encodings = textEncodings.map((value) => ({
    value,
    label: value === "" ? t("encodingFound") : value.toUpperCase(),
  }));
  return (
    <ConfirmDialog title={t("title")} action={t("save")} onConfirm={save} onDone={onSaved} onClose={onClose}>
      <Field label={t("name")} name="name" maxLength={200} defaultValue={name} />
      <Field label={t("tags")} name="tags" hint={t("tagsHelp")} defaultValue={tags.join(", ")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("author")} name="author" maxLength={120} defaultValue={author} />
        <Field label={t("date")} name="date" type="date" defaultValue={date?.slice(0, 10)} />
      </div>
      {encodedKinds.includes(kind) && (
        <SelectField
          label={t("encoding")}
          name="encoding"
          hint={t("encodingHelp")}
          initial={encoding ?? ""}
          options={encodings}
        />
      )}
      <SwitchField label={t("ownText")} name="isOwnText" hint={t("ownTextHelp")} defaultChecked={isOwnText} />
    </ConfirmDialog>
  );
}

const mostTags = 20;
const longestTag = 40;

/** A comma parts tags, in either script. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,，、]/u).map((tag) => tag.trim().slice(0, longestTag));
  return [...new Set(tags.filter((tag) => tag !== ""))].slice(0, mostTags);
}

/** What was left empty stays as it was where empty is no value. */
function toPatch(entered: FormData, document: DocumentView): DocumentPatch {
  const date = readField(entered, "date");
  const isNewDate = date !== "" && date !== document.date?.slice(0, 10);
  const encoding = textEncodings.find((name) => name === readField(entered, "encoding")) ?? "";
  return {
    ...{ name: readField(entered, "name"), author: readField(entered, "author") },
    tags: readTags(readField(entered, "tags")),
    isOwnText: entered.get("isOwnText") !== null,
    ...(isNewDate && { date }),
    ...(entered.has("encoding") && encoding !== (document.encoding ?? "") && { encoding }),
  };
}

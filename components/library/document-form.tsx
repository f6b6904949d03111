"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Switch } from "@/components/ui/switch";
import { useReason } from "@/components/ui/use-reason";
import { createDocumentsApi, type DocumentPatch } from "@/lib/client/documents";
import { encodedKinds, textEncodings, type DocumentView } from "@/lib/protocol/documents";

type Props = {
  document: DocumentView;
  onClose: () => void;
  onSaved: (document: DocumentView) => void;
};

const api = createDocumentsApi();
const fieldClass = "text-field h-11 w-full px-3 text-base";

/** Name, tags, author and date of a document, and whether its words are the person's own. */
export function DocumentForm({ document, onClose, onSaved }: Props) {
  const t = useTranslations("library.details");
  const explain = useReason();
  const [draft, setDraft] = useState(() => toDraft(document));
  const set = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }));
  const save = async (): Promise<string | null> => {
    if (draft.name.trim() === "") return t("noName");
    const answer = await api.changeDocument(document, toPatch(draft, document));
    if (!answer.ok) return explain(answer);
    onSaved(answer.value);
    return null;
  };
  return (
    <ConfirmDialog isOpen title={t("title")} action={t("save")} onConfirm={save} onClose={onClose}>
      <Fields draft={draft} set={set} />
      {encodedKinds.includes(document.kind) && <Encoding draft={draft} set={set} />}
      <OwnText draft={draft} set={set} />
    </ConfirmDialog>
  );
}

type FieldsProps = { draft: Draft; set: (patch: Partial<Draft>) => void };

function Fields({ draft, set }: FieldsProps) {
  const t = useTranslations("library.details");
  return (
    <>
      <Labelled label={t("name")}>
        {(id) => (
          <input
            id={id}
            dir="auto"
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
            className={fieldClass}
          />
        )}
      </Labelled>
      <Labelled label={t("tags")} help={t("tagsHelp")}>
        {(id) => (
          <input
            id={id}
            dir="auto"
            value={draft.tags}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => set({ tags: target.value })}
            className={fieldClass}
          />
        )}
      </Labelled>
      <div className="grid gap-3 sm:grid-cols-2">
        <Labelled label={t("author")}>
          {(id) => (
            <input
              id={id}
              dir="auto"
              maxLength={120}
              value={draft.author}
              onChange={({ target }) => set({ author: target.value })}
              className={fieldClass}
            />
          )}
        </Labelled>
        <Labelled label={t("date")}>
          {(id) => (
            <input
              id={id}
              type="date"
              value={draft.date}
              onChange={({ target }) => set({ date: target.value })}
              className={fieldClass}
            />
          )}
        </Labelled>
      </div>
    </>
  );
}

function Encoding({ draft, set }: FieldsProps) {
  const t = useTranslations("library.details");
  return (
    <Labelled label={t("encoding")} help={t("encodingHelp")}>
      {(id) => (
        <select
          id={id}
          value={draft.encoding}
          aria-describedby={`${id}-help`}
          onChange={({ target }) =>
            set({ encoding: textEncodings.find((name) => name === target.value) ?? "" })
          }
          className={fieldClass}
        >
          {textEncodings.map((name) => (
            <option key={name} value={name}>
              {name === "" ? t("encodingFound") : name.toUpperCase()}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function OwnText({ draft, set }: FieldsProps) {
  const t = useTranslations("library.details");
  return (
    <div className="flex items-start justify-between gap-4 rounded-lg bg-sunken px-3 py-2.5">
      <div className="text-sm leading-5">
        <p className="font-medium">{t("ownText")}</p>
        <p id="own-text-help" className="text-quiet">
          {t("ownTextHelp")}
        </p>
      </div>
      <Switch
        label={t("ownText")}
        isOn={draft.isOwnText}
        onChange={(isOwnText) => set({ isOwnText })}
        describedBy="own-text-help"
      />
    </div>
  );
}

type LabelledProps = { label: string; help?: string; children: (id: string) => ReactNode };

function Labelled({ label, help, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
      {help !== undefined && (
        <p id={`${id}-help`} className="text-sm leading-5 text-quiet">
          {help}
        </p>
      )}
    </div>
  );
}

type Draft = {
  name: string;
  tags: string;
  author: string;
  date: string;
  isOwnText: boolean;
  encoding: (typeof textEncodings)[number];
};

function toDraft({ name, tags, author = "", date = "", isOwnText, encoding: said }: DocumentView): Draft {
  const encoding = textEncodings.find((known) => known === said) ?? "";
  return { name, tags: tags.join(", "), author, date: date.slice(0, 10), isOwnText, encoding };
}

const mostTags = 20;
const longestTag = 40;

/** A comma parts tags, in either script. */
export function readTags(text: string): string[] {
  const tags = text.split(/[,，、]/u).map((tag) => tag.trim().slice(0, longestTag));
  return [...new Set(tags.filter((tag) => tag !== ""))].slice(0, mostTags);
}

/** What was left empty stays as it was where empty is no value. */
function toPatch(draft: Draft, { date, encoding = "" }: DocumentView): DocumentPatch {
  const isNewDate = draft.date !== "" && draft.date !== date?.slice(0, 10);
  return {
    ...{ name: draft.name.trim(), tags: readTags(draft.tags), author: draft.author.trim() },
    ...(isNewDate && { date: draft.date }),
    isOwnText: draft.isOwnText,
    ...(draft.encoding !== encoding && { encoding: draft.encoding }),
  };
}

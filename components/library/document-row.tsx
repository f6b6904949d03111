"use client";

import { Download, Ellipsis, MessagesSquare, PencilLine, RotateCcw, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { FileIcon } from "@/components/documents/file-icon";
import { ProgressLine } from "@/components/documents/progress-line";
import { useFileWords } from "@/components/documents/use-file-words";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { toDocumentPath } from "@/lib/client/document-address";
import { download } from "@/lib/client/download";
import { createDocumentsApi, toOriginalPath } from "@/components/documents/documents";
import type { DocumentView } from "@/lib/features/documents/shape/documents";
import { DocumentForm } from "./document-form";

type Props = {
  document: DocumentView;
  isOwn: boolean;
  onChanged: (document: DocumentView) => void;
  onRemoved: () => void;
};

const api = createDocumentsApi();

/** A document of a collection: what it is, how far it is read, and what can be done with it. */
export function DocumentRow({ document, isOwn, onChanged, onRemoved }: Props) {
  const { id, title, name, kind, status } = document;
  return (
    <li className="py-3">
      <div className="flex items-start gap-3">
        <FileIcon kind={kind} />
        <div className="min-w-0 flex-1">
          {status === "ready" ? (
            <Link
              href={toDocumentPath(id)}
              prefetch={false}
              dir="auto"
              className="leading-6 font-medium wrap-anywhere hover:underline hover:underline-offset-3"
            >
              {title}
            </Link>
          ) : (
            <p dir="auto" className="leading-6 font-medium wrap-anywhere">
              {title}
            </p>
          )}
          <Facts document={document} />
          {title !== name && (
            <p dir="auto" className="text-sm leading-5 wrap-anywhere text-quiet">
              {name}
            </p>
          )}
          <Tags tags={document.tags} />
          <State document={document} isOwn={isOwn} onChanged={onChanged} />
        </div>
        {isOwn && <DocumentMenu {...{ document, onChanged, onRemoved }} />}
      </div>
    </li>
  );
}

function Facts({ document }: { document: DocumentView }) {
  const t = useTranslations("library.documents");
  const format = useFormatter();
  const { toFacts } = useFileWords();
  const { author, date, isWordsOnly, isOwnText, recognized, status } = document;
  const facts = [
    toFacts(document),
    author,
    date === undefined || Number.isNaN(Date.parse(date))
      ? undefined
      : format.dateTime(new Date(date), { dateStyle: "medium", timeZone: "UTC" }),
    isOwnText ? t("ownText") : undefined,
    isWordsOnly === true && status === "ready" ? t("wordsOnly") : undefined,
    recognized === undefined ? undefined : t(recognized.unsure.length > 0 ? "unsure" : "recognized"),
  ];
  return (
    <p className="text-sm leading-5 wrap-anywhere text-quiet">
      {facts.filter((fact) => fact !== undefined && fact !== "").join(" · ")}
    </p>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const t = useTranslations("library.documents");
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t("tags")} className="flex flex-wrap gap-1.5 pt-1.5">
      {tags.map((tag) => (
        <li key={tag} dir="auto" className="rounded-md bg-tint px-1.5 text-xs leading-5 text-accent">
          {tag}
        </li>
      ))}
    </ul>
  );
}

type StateProps = Omit<Props, "onRemoved">;

function State({ document, isOwn, onChanged }: StateProps) {
  const t = useTranslations("library.documents");
  const { toReason } = useFileWords();
  const { status, progress, title, error = "internal" } = document;
  if (status === "ready") return null;
  if (status !== "failed") {
    return (
      <div className="max-w-sm pt-2">
        <ProgressLine label={t("readingOf", { title })} share={status === "waiting" ? 0 : progress} />
        <p className="pt-1 text-sm leading-5 text-quiet">{t(status)}</p>
      </div>
    );
  }
  const needsPassword = error === "password";
  return (
    <div className="mt-2 grid gap-2 rounded-lg bg-bad-tint px-3 py-2 text-sm leading-5 text-bad">
      <p>{needsPassword ? t("locked") : toReason({ problem: error, failure: null })}</p>
      {isOwn && needsPassword && <PasswordForm document={document} onChanged={onChanged} />}
      {isOwn && !needsPassword && <ReadAgain document={document} onChanged={onChanged} />}
    </div>
  );
}

type AgainProps = Pick<Props, "document" | "onChanged">;

function ReadAgain({ document, onChanged }: AgainProps) {
  const t = useTranslations("library.documents");
  const { read, reason } = useReadAgain({ document, onChanged });
  return (
    <div>
      <Button onClick={() => void read()}>
        <RotateCcw size={16} aria-hidden />
        {t("again")}
      </Button>
      {reason !== null && (
        <p role="alert" className="pt-1">
          {reason}
        </p>
      )}
    </div>
  );
}

function PasswordForm({ document, onChanged }: AgainProps) {
  const t = useTranslations("library.documents");
  const { read, reason } = useReadAgain({ document, onChanged });
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "") void read(password);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <input
        type="password"
        autoComplete="off"
        maxLength={200}
        aria-label={t("password")}
        placeholder={t("password")}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        className="text-field min-w-0 flex-[0_1_14rem] text-ink"
      />
      <Button type="submit">{t("unlock")}</Button>
      {reason !== null && (
        <p role="alert" className="w-full">
          {reason}
        </p>
      )}
    </form>
  );
}

/** Lets the server read a document once more, with a password where it needs one. */
function useReadAgain({ document, onChanged }: AgainProps) {
  const explain = useReason();
  const [reason, setReason] = useState<string | null>(null);
  const read = async (password?: string): Promise<void> => {
    const answer = await api.readAgain(document, password);
    setReason(answer.ok ? null : explain(answer));
    if (answer.ok) onChanged(answer.value);
  };
  return { read, reason };
}

type MenuProps = Pick<Props, "document" | "onChanged" | "onRemoved">;

function DocumentMenu({ document, onChanged, onRemoved }: MenuProps) {
  const t = useTranslations("library");
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  const { title, conversationId } = document;
  const router = useRouter();
  const finish = () => {
    showToast({ text: t("said.documentRemoved", { title }) });
    onRemoved();
  };
  return (
    <>
      <Menu
        label={t("documents.menu", { title })}
        icon={<Ellipsis size={18} aria-hidden />}
        className="after:hidden"
      >
        <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => setOpen("edit")}>
          {t("documents.edit")}
        </MenuItem>
        {conversationId !== undefined && (
          <MenuItem
            icon={<MessagesSquare size={16} aria-hidden />}
            onSelect={() => router.push(`/c/${conversationId}`)}
          >
            {t("documents.conversation")}
          </MenuItem>
        )}
        <MenuItem
          icon={<Download size={16} aria-hidden />}
          onSelect={() => download(toOriginalPath(document.id), document.name)}
        >
          {t("documents.download")}
        </MenuItem>
        <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={() => setOpen("remove")}>
          {t("documents.remove")}
        </MenuItem>
      </Menu>
      {open === "edit" && <DocumentForm document={document} onClose={close} onSaved={onChanged} />}
      <ConfirmDialog
        isOpen={open === "remove"}
        title={t("ask.removeTitle", { name: title })}
        action={t("documents.remove")}
        isDangerous
        onConfirm={() => api.removeDocument(document)}
        onDone={finish}
        onClose={close}
      >
        <p className="text-sm leading-5">
          {t(document.collectionId === null ? "ask.removeSent" : "ask.removeDocument")}
        </p>
      </ConfirmDialog>
    </>
  );
}

"use client";

import type { FileUIPart } from "ai";
import { ClipboardType, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { FileIcon } from "@/components/documents/file-icon";
import { ProgressLine } from "@/components/documents/progress-line";
import { useFileWords } from "@/components/documents/use-file-words";
import { IconButton } from "@/components/ui/icon-button";
import { Picture } from "@/components/ui/picture";
import { joinClasses } from "@/components/ui/class-names";
import { removeFile, retryFile } from "./add-files";
import { hasChosen, type ChosenDocument, type ChosenFiles, type ChosenFilesStore } from "./chosen-files";

type Props = {
  store: ChosenFilesStore;
  chosen: ChosenFiles;
  /** A text goes back into the box. */
  onOpenText: (text: string) => void;
  onLeave: () => void;
};

/** What will go with the question, how far each file is, and why others will not. */
export function ChosenList({ store, chosen, onOpenText, onLeave }: Props) {
  const { texts, pictures, documents, refused } = chosen;
  const t = useTranslations("documents");
  const remove = (key: string) => {
    removeFile(store, key);
    onLeave();
  };
  const removeText = (at: number) => {
    store.setState({ texts: texts.filter((_, index) => index !== at) });
    onLeave();
  };
  return (
    <>
      {hasChosen(chosen) && (
        <ul
          aria-label={t("chosen.label")}
          className="flex max-h-[33dvh] flex-wrap gap-2 overflow-y-auto px-3 pt-3"
        >
          {texts.map((text, at) => (
            <PastedText
              key={`${at} ${text.length}`}
              text={text}
              onRemove={() => removeText(at)}
              onOpen={() => {
                removeText(at);
                onOpenText(text);
              }}
            />
          ))}
          {pictures.map((picture) => (
            <ChosenPicture key={picture.url} picture={picture} onRemove={() => remove(picture.url)} />
          ))}
          {documents.map((document) => (
            <Chip
              key={document.key}
              document={document}
              onRemove={() => remove(document.key)}
              onRetry={() => retryFile(store, document.key)}
            />
          ))}
        </ul>
      )}
      <Announced documents={documents} />
      <div role="status" className="empty:hidden">
        {refused.map(({ name, why }) => (
          <p key={name + why} dir="auto" className="px-4 pt-2 text-sm leading-5 wrap-anywhere text-bad">
            {t(`refused.${why}`, { name })}
          </p>
        ))}
      </div>
    </>
  );
}

type PastedProps = { text: string; onOpen: () => void; onRemove: () => void };

/** A long paste: a press puts it into the box as text. */
function PastedText({ text, onOpen, onRemove }: PastedProps) {
  const t = useTranslations("documents.chosen");
  return (
    <li className="flex max-w-full items-center gap-2 rounded-lg border border-hairline bg-paper p-1.5 pe-1">
      <button
        type="button"
        title={t("openText")}
        onClick={onOpen}
        className="flex min-h-9 min-w-0 items-center gap-2 rounded-lg pointer-coarse:min-h-11 text-start text-sm leading-5 hover:text-accent"
      >
        <ClipboardType size={18} aria-hidden className="mx-2 shrink-0 text-quiet" />
        <span>
          <span className="block font-medium">{t("pasted")}</span>
          <span className="block text-xs leading-4 text-quiet">
            {t("characters", { count: text.length })}
          </span>
          <span className="sr-only">{t("openText")}</span>
        </span>
      </button>
      <RemoveButton name={t("pasted")} onRemove={onRemove} />
    </li>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useTranslations("documents.chosen");
  return (
    <IconButton
      label={t("remove", { name })}
      icon={<X size={16} aria-hidden />}
      onClick={onRemove}
      className="size-8 after:hidden"
    />
  );
}

function ChosenPicture({ picture, onRemove }: { picture: FileUIPart; onRemove: () => void }) {
  const t = useTranslations("documents.chosen");
  return (
    <li className="relative">
      <Picture
        src={picture.url}
        alt={picture.filename ?? ""}
        width={64}
        height={64}
        className="size-14 rounded-lg border border-hairline object-cover"
      />
      <IconButton
        label={t("remove", { name: picture.filename ?? "" })}
        icon={<X size={14} aria-hidden />}
        onClick={onRemove}
        className="absolute! -top-1.5 -right-1.5 size-6! rounded-full! border border-hairline bg-raised before:absolute before:-inset-2.5 after:hidden"
      />
    </li>
  );
}

type ChipProps = { document: ChosenDocument; onRemove: () => void; onRetry: () => void };

function Chip({ document, onRemove, onRetry }: ChipProps) {
  const t = useTranslations("documents.chosen");
  const { toReason } = useFileWords();
  const { name, kind, state, progress, canRetry } = document;
  const isFailed = state === "failed";
  return (
    <li
      className={joinClasses(
        "relative flex w-full flex-wrap items-center gap-2 rounded-lg border bg-paper p-1.5 pe-1",
        isFailed ? "border-bad/40" : "border-hairline sm:w-fit sm:min-w-68 sm:max-w-full",
      )}
    >
      <FileIcon kind={kind} />
      <span className="min-w-0 flex-1 text-sm leading-5">
        <span dir="auto" title={name} className="block truncate font-medium">
          {name}
        </span>
        <span className="block truncate text-xs leading-4 text-quiet">
          <ChipState document={document} />
        </span>
      </span>
      {isFailed && canRetry && (
        <IconButton
          label={t("retry", { name })}
          icon={<RotateCcw size={15} aria-hidden />}
          onClick={onRetry}
          className="size-8 after:hidden"
        />
      )}
      <RemoveButton name={name} onRemove={onRemove} />
      {isFailed && <p className="w-full px-1 pb-1 text-sm leading-5 text-bad">{toReason(document)}</p>}
      {state === "uploading" && (
        <ProgressLine
          label={t("progress", { name })}
          share={progress}
          className="absolute inset-x-2 -bottom-0.5"
        />
      )}
    </li>
  );
}

function ChipState({ document }: { document: ChosenDocument }) {
  const t = useTranslations("documents.chosen");
  const { toFacts, toShare, toSize } = useFileWords();
  switch (document.state) {
    case "uploading":
      return `${toSize(Math.max(1_000, document.bytes))} · ${t("uploading", { share: toShare(document.progress) })}`;
    case "reading":
      return t("reading");
    case "ready":
      return toFacts(document) || t("ready");
    case "failed":
      return t("failed");
  }
}

/** Tells who listens how each file is, but not each percent. */
function Announced({ documents }: { documents: readonly ChosenDocument[] }) {
  const t = useTranslations("documents.said");
  return (
    <p role="status" className="sr-only">
      {documents.map(({ name, state }) => t(state, { name })).join(" ")}
    </p>
  );
}

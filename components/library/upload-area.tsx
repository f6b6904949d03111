"use client";

import { RotateCcw, Upload as UploadIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FileIcon } from "@/components/documents/file-icon";
import { ProgressLine } from "@/components/documents/progress-line";
import { useFileDrop } from "@/components/documents/use-file-drop";
import { useFileWords } from "@/components/documents/use-file-words";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import { Problem } from "@/components/ui/problem";
import type { DocumentView } from "@/lib/features/documents/shape/documents";
import { useUploads, type Upload } from "./use-uploads";

type Props = {
  collectionId: string;
  isEmpty: boolean;
  onArrived: (document: DocumentView) => void;
};

/** Where files are dropped or chosen, and how far each of them is. */
export function UploadArea({ collectionId, isEmpty, onArrived }: Props) {
  const t = useTranslations("library.upload");
  const { uploads, add, retry, remove } = useUploads(collectionId, onArrived);
  const count = uploads.filter(({ state }) => state !== "failed" && state !== "refused").length;
  return (
    <div className="pt-5">
      <DropZone isEmpty={isEmpty} onFiles={add} />
      {uploads.length > 0 && (
        <ul aria-label={t("label")} className="mt-3 grid gap-2">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload.key)}
              onRemove={() => remove(upload.key)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {uploads.length > 0 && t("said", { count })}
      </p>
    </div>
  );
}

type ZoneProps = { isEmpty: boolean; onFiles: (files: readonly File[]) => void };

function DropZone({ isEmpty, onFiles }: ZoneProps) {
  const t = useTranslations("library.upload");
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(onFiles);
  return (
    <div
      className={joinClasses(
        "flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-xl border border-dashed px-4 text-center transition-colors duration-150",
        isEmpty ? "flex-col py-10" : "py-4",
        isOver ? "border-accent bg-tint" : "border-strong",
      )}
    >
      {isEmpty && <p className="font-medium">{t("empty")}</p>}
      <Button onClick={() => input.current?.click()}>
        <UploadIcon size={16} aria-hidden />
        {t("choose")}
      </Button>
      <p className="max-w-lg text-sm leading-5 text-pretty text-quiet">{t("help")}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("choose")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}

type RowProps = { upload: Upload; onRetry: () => void; onRemove: () => void };

function UploadRow({ upload, onRetry, onRemove }: RowProps) {
  const t = useTranslations("library.upload");
  const tFiles = useTranslations("documents");
  const { toReason, toShare, toSize } = useFileWords();
  const { name, bytes, kind, state, progress, refusal, failure } = upload;
  const reason =
    refusal === null ? toReason({ problem: null, failure }) : tFiles(`refused.${refusal}`, { name });
  const isStuck = state === "failed" || state === "refused";
  return (
    <li className="rounded-lg border border-hairline bg-raised p-2">
      <div className="flex items-center gap-2.5">
        <FileIcon kind={kind} />
        <div className="min-w-0 flex-1 text-sm leading-5">
          <p dir="auto" className="truncate font-medium">
            {name}
          </p>
          <p className="text-xs leading-4 text-quiet">
            {toSize(Math.max(1_000, bytes))}
            {state === "uploading" && ` · ${tFiles("chosen.uploading", { share: toShare(progress) })}`}
            {state === "waiting" && ` · ${t("waiting")}`}
          </p>
        </div>
        {state === "failed" && (
          <IconButton
            label={tFiles("chosen.retry", { name })}
            icon={<RotateCcw size={15} aria-hidden />}
            onClick={onRetry}
            className="after:hidden"
          />
        )}
        <IconButton
          label={tFiles("chosen.remove", { name })}
          icon={<X size={16} aria-hidden />}
          onClick={onRemove}
          className="after:hidden"
        />
      </div>
      {state === "uploading" && (
        <ProgressLine label={tFiles("chosen.progress", { name })} share={progress} className="mt-2" />
      )}
      <Problem className="px-1 pt-1.5">{isStuck && reason}</Problem>
    </li>
  );
}

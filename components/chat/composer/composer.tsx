"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState, useRef, type ClipboardEvent, type ReactNode } from "react";
import { ImagePlus, ArrowUp, Square } from "lucide-react";
import { joinClasses } from "@/components/ui/class-names";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { IconButton } from "@/components/ui/icon-button";
import { acceptedPictures } from "@/lib/client/pictures";
import { AnswerOptions } from "./answer-options";
import { useComposer, type ComposerOptions } from "./use-composer";

const ChosenPictures = lazy(async () => ({ default: (await import("./chosen-pictures")).ChosenPictures }));

type ComposerProps = ComposerOptions & {
  settings: ClientSettings;
  isTemporary: boolean;
  /** These stand above the box. */
  queue: ReactNode;
  notice: ReactNode;
  onStop: () => void;
};

/** The box to write in. */
export function Composer({ settings, isTemporary, queue, notice, onStop, ...options }: ComposerProps) {
  const t = useTranslations("chat.composer");
  const { text, pictures, submit, onKeyDown } = useComposer(options);
  const isDragging = usePictureDrop(pictures.add);
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0)
      return text.addPasted(event.clipboardData.getData("text/plain"));
    event.preventDefault();
    void pictures.add([...event.clipboardData.files]);
  };

  return (
    <form
      className="mx-auto w-full max-w-measure px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {queue}
      {notice}
      <div
        className={joinClasses(
          "rounded-xl border bg-raised transition-colors duration-150 focus-within:border-strong",
          toBorder(isDragging, isTemporary),
        )}
      >
        {pictures.files.length + pictures.refused.length > 0 && (
          <Suspense fallback={null}>
            <ChosenPictures files={pictures.files} refused={pictures.refused} onRemove={pictures.remove} />
          </Suspense>
        )}
        <textarea
          {...text.props}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          aria-label={t("label")}
          placeholder={isDragging ? t("drop") : t("placeholder")}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="block max-h-[33dvh] min-h-12 w-full resize-none [field-sizing:content] bg-transparent px-4 pt-3 pb-1 outline-none"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          <PictureChooser onFiles={pictures.add} />
          <AnswerOptions settings={settings} />
          <span className="flex-1" />
          <SendButton
            isBusy={options.isBusy}
            canSend={!options.isBlocked && (text.hasText || pictures.files.length > 0)}
            onStop={onStop}
          />
        </div>
      </div>
    </form>
  );
}

function toBorder(isDragging: boolean, isTemporary: boolean): string {
  if (isDragging) return "border-dashed border-accent";
  return isTemporary ? "border-dashed border-strong" : "border-hairline";
}

/** Takes files that are dropped anywhere on the page; tells while they are held above it. */
function usePictureDrop(onFiles: (files: File[]) => Promise<void>): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setDragging(false);
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      void onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener("dragover", onOver, { signal });
    document.addEventListener("dragleave", onLeave, { signal });
    document.addEventListener("drop", onDrop, { signal });
    return () => left.abort();
  }, [onFiles]);
  return isDragging;
}

function PictureChooser({ onFiles }: { onFiles: (files: File[]) => Promise<void> }) {
  const t = useTranslations("chat.composer");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={t("attach")}
        icon={<ImagePlus size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={acceptedPictures}
        multiple
        hidden
        aria-label={t("attach")}
        onChange={(event) => {
          void onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

/** Sends; while a reply runs it stops that, and what is written can be put behind it. */
function SendButton({ isBusy, canSend, onStop }: { isBusy: boolean; canSend: boolean; onStop: () => void }) {
  const t = useTranslations("chat.composer");
  const icon = <ArrowUp size={18} aria-hidden />;
  if (!isBusy)
    return <IconButton type="submit" tone="solid" label={t("send")} icon={icon} disabled={!canSend} />;
  return (
    <>
      {canSend && <IconButton type="submit" label={t("queue")} icon={icon} />}
      <StopButton onStop={onStop} />
    </>
  );
}

function StopButton({ onStop }: { onStop: () => void }) {
  const t = useTranslations("chat.composer");
  const [isStopping, setStopping] = useState(false);
  const stop = () => {
    setStopping(true);
    onStop();
  };
  return (
    <IconButton
      tone="solid"
      label={isStopping ? t("stopping") : t("stop")}
      icon={<Square size={14} fill="currentColor" aria-hidden />}
      onClick={stop}
    />
  );
}

"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, type ClipboardEvent, type ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { AnswerOptions } from "./answer-options";
import { PictureChooser } from "./picture-chooser";
import { SendButton } from "./send-button";
import { useComposer, type ComposerOptions } from "./use-composer";
import { usePictureDrop } from "./use-picture-drop";

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
    if (event.clipboardData.files.length === 0) return;
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
          isDragging
            ? "border-dashed border-accent"
            : isTemporary
              ? "border-dashed border-strong"
              : "border-hairline",
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

"use client";

import { ArrowUp, ImagePlus, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useImperativeHandle, useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/icon-button";
import type { Draft } from "@/lib/client/conversation-session";
import { acceptedPictures } from "@/lib/client/pictures";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { AnswerOptions } from "./answer-options";
import { ChosenPictures } from "./chosen-pictures";
import { useDraftText } from "./use-draft-text";
import { usePictures } from "./use-pictures";
import { usePictureDrop } from "./use-picture-drop";

export type ComposerHandle = {
  /** Puts a draft back: before what was written meanwhile, never over it. */
  putBack: (draft: Draft) => void;
  submit: () => void;
};

type ComposerProps = {
  ref: Ref<ComposerHandle>;
  /** Under which the text is kept across reloads. */
  draftKey: string;
  settings: ClientSettings;
  isBusy: boolean;
  findLastQuestion: () => string | null;
  onSend: (draft: Draft) => void;
  onStop: () => void;
};

/** The box to write in. What is written while a reply runs stays as the draft. */
export function Composer({ ref, draftKey, settings, isBusy, findLastQuestion, onSend, onStop }: ComposerProps) {
  const t = useTranslations("chat.composer");
  const chooser = useRef<HTMLInputElement>(null);
  const returned = useRef<Draft | null>(null);
  const text = useDraftText(draftKey);
  const pictures = usePictures();
  const isDragging = usePictureDrop(pictures.add);
  const [isStopping, setStopping] = useState(false);
  useEffect(() => setStopping(false), [isBusy]);

  const submit = () => {
    const draft = toDraft(text.read(), pictures.files, returned.current);
    if (isBusy || (draft.text === "" && draft.files.length === 0)) return;
    returned.current = null;
    text.write("");
    pictures.set([]);
    onSend(draft);
  };
  const putBack = (draft: Draft) => {
    returned.current = draft;
    text.write([draft.text, text.read()].filter((piece) => piece.trim() !== "").join("\n\n"));
    if (draft.files.length > 0) pictures.set([...draft.files, ...pictures.files].slice(0, 4));
    text.focus();
  };
  useImperativeHandle(ref, () => ({ putBack, submit }));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
    const question = event.key === "ArrowUp" && text.read() === "" ? findLastQuestion() : null;
    if (question !== null) {
      event.preventDefault();
      text.write(question);
    }
  };
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
      <div
        className={joinClasses(
          "relative rounded-xl border bg-raised transition-colors duration-150 focus-within:border-strong",
          isDragging ? "border-dashed border-accent" : "border-hairline",
        )}
      >
        <ChosenPictures files={pictures.files} refused={pictures.refused} onRemove={pictures.remove} />
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
          <IconButton label={t("attach")} icon={<ImagePlus size={18} aria-hidden />} tip="top" onClick={() => chooser.current?.click()} />
          <AnswerOptions settings={settings} />
          <span className="flex-1" />
          {isBusy ? (
            <IconButton
              tone="solid"
              label={isStopping ? t("stopping") : t("stop")}
              icon={<Square size={14} fill="currentColor" aria-hidden />}
              disabled={isStopping}
              onClick={() => {
                setStopping(true);
                onStop();
              }}
            />
          ) : (
            <IconButton type="submit" tone="solid" label={t("send")} icon={<ArrowUp size={18} aria-hidden />} disabled={!text.hasText && pictures.files.length === 0} />
          )}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept={acceptedPictures}
        multiple
        hidden
        aria-label={t("attach")}
        onChange={(event) => {
          void pictures.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </form>
  );
}

/** The same draft sent again keeps its id, so that the server can tell that it is the same question. */
function toDraft(written: string, files: Draft["files"], returned: Draft | null): Draft {
  const text = written.trim();
  const isSame = returned !== null && returned.text === text && returned.files.length === files.length;
  return { id: isSame ? returned.id : crypto.randomUUID(), text, files };
}

/** Enter that ends the choice of a character must not send. Safari tells it only by the old key code. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

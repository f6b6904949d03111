"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState, type ClipboardEvent, type ReactNode } from "react";
import { ArrowUp, Square } from "lucide-react";
import { useFileDrop } from "@/components/documents/use-file-drop";
import { joinClasses } from "@/components/ui/class-names";
import type { AgentChoice } from "@/lib/client/conversation/choices";
import { hasChosen, longestInText } from "./chosen-files";
import { findWords, listFiles } from "@/components/ui/read-transfer";
import { IconButton } from "@/components/ui/icon-button";
import { Chips } from "./chips";
import type { MoreProps } from "./more-menu";
import type { FilesOfQuestion } from "./use-chosen-files";
import { useComposer, type ComposerOptions } from "./use-composer";
import type { DraftText } from "./use-draft-text";

const ChosenList = lazy(async () => ({ default: (await import("./chosen-list")).ChosenList }));
const SuggestionPanel = lazy(async () => ({
  default: (await import("@/components/chat/suggestions/suggestion-panel")).SuggestionPanel,
}));
const MentionChips = lazy(async () => ({
  default: (await import("@/components/chat/suggestions/mention-chips")).MentionChips,
}));
const DropTarget = lazy(async () => ({ default: (await import("./drop-target")).DropTarget }));

type ComposerProps = ComposerOptions &
  MoreProps & {
    /** The conversation begins here. */
    isHome: boolean;
    /** These stand above the box. */
    queue: ReactNode;
    notice: ReactNode;
    onStop: () => void;
  };

/** The box to write in. */
export function Composer(props: ComposerProps) {
  const { isHome, isBusy, isBlocked, queue, notice, onStop, settings, agent, scopeKey } = props;
  const { isTemporary, onTemporary } = props;
  const t = useTranslations("chat.composer");
  const { text, suggestions, mentions, files, isWaiting, submit, onKeyDown } = useComposer(props);
  const { chosen } = files;
  const hasFiles = hasChosen(chosen);
  const isDragging = useFileDrop(files.add);
  const onPaste = usePaste(text, files);

  return (
    <form
      className="mx-auto w-full max-w-measure px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-5 short:pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {queue}
      {notice}
      <div
        className={joinClasses(
          "relative rounded-2xl border bg-raised shadow-rest outline-mark/30 transition-colors duration-120 has-[textarea:focus]:border-accent has-[textarea:focus]:outline-3",
          toBorder(isDragging, isTemporary),
        )}
      >
        <Suspense fallback={null}>{isDragging && <DropTarget />}</Suspense>
        <Suspense fallback={null}>
          {(hasFiles || chosen.refused.length > 0) && (
            <ChosenList
              store={files.store}
              chosen={chosen}
              onOpenText={text.insertLines}
              onLeave={text.focus}
            />
          )}
        </Suspense>
        <div className="short:flex short:items-end">
          <TextBox
            {...{ text, suggestions, mentions, agent, onKeyDown, onPaste }}
            conversationId={scopeKey}
            placeholder={t(toPlaceholder(isDragging, isBusy, settings.offline))}
          />
          <div className="flex min-w-0 items-center gap-1 px-2 pb-2 short:max-w-2/3 short:shrink-0 short:p-0.5">
            <Chips
              {...{ settings, agent, scopeKey, isTemporary, onTemporary, isHome }}
              onFiles={files.add}
              onSign={text.begin}
              onLeave={text.focus}
            />
            <SendButton
              {...{ isBusy, isWaiting, onStop }}
              canSend={!isBlocked && (text.hasText || hasFiles)}
            />
          </div>
        </div>
      </div>
    </form>
  );
}

/** Files are chosen, a table comes as one, and a long text stands beside the box. */
function usePaste(text: DraftText, files: FilesOfQuestion): (event: ClipboardEvent) => void {
  const t = useTranslations("chat.composer");
  return (event) => {
    const { clipboardData: data } = event;
    const pasted = listFiles(data);
    const table = pasted.length === 0 ? findWords(data) : null;
    const words = table ?? data.getData("text/plain");
    const isLong = pasted.length === 0 && words.length > longestInText;
    if (pasted.length === 0 && table === null && !isLong) return text.addPasted(words);
    event.preventDefault();
    if (isLong) files.addText(words, t("pasted"));
    else if (table === null) void files.add(pasted);
    else text.insertLines(table);
  };
}

type TextBoxProps = Pick<
  ReturnType<typeof useComposer>,
  "text" | "suggestions" | "mentions" | "onKeyDown"
> & {
  agent: AgentChoice;
  conversationId: string;
  placeholder: string;
  onPaste: (event: ClipboardEvent) => void;
};

/** The text with what it mentions, and over it what can be chosen for the word that is being written. */
function TextBox({ text, suggestions, mentions, agent, conversationId, ...box }: TextBoxProps) {
  const t = useTranslations("chat.composer");
  return (
    <>
      <Suspense fallback={null}>
        {mentions.list.length > 0 && (
          <MentionChips
            mentions={mentions.list}
            onRemove={(mention) => {
              mentions.remove(mention);
              text.focus();
            }}
            className="px-3 pt-3"
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {suggestions.isUsed && (
          <SuggestionPanel
            {...{ suggestions, agent, conversationId }}
            onMention={({ from, to }, mention) => {
              text.replace(from, to, "");
              mentions.add(mention);
            }}
            onPrompt={({ from, to }, words) => text.replace(from, to, words)}
            onLeave={text.focus}
          />
        )}
      </Suspense>
      <textarea
        {...text.props}
        {...suggestions.aria}
        onInput={() => {
          text.props.onInput();
          suggestions.look();
        }}
        onSelect={suggestions.look}
        onBlur={suggestions.leave}
        rows={1}
        dir="auto"
        enterKeyHint="send"
        aria-label={t("label")}
        {...box}
        className="block max-h-[33dvh] min-h-12 w-full resize-none [field-sizing:content] bg-transparent px-4 pt-3 pb-1 outline-none"
      />
    </>
  );
}

function toPlaceholder(isDragging: boolean, isBusy: boolean, isGuide: boolean) {
  if (isDragging) return "drop";
  if (isBusy) return "placeholderNext";
  return isGuide ? "placeholderGuide" : "placeholder";
}

function toBorder(isDragging: boolean, isTemporary: boolean): string {
  if (isDragging) return "border-dashed border-accent";
  return isTemporary ? "border-dashed border-strong" : "border-strong";
}

type SendButtonProps = { isBusy: boolean; isWaiting: boolean; canSend: boolean; onStop: () => void };

/** Sends; while a reply runs it stops that, and what is written can be put behind it. */
function SendButton({ isBusy, isWaiting, canSend, onStop }: SendButtonProps) {
  const t = useTranslations("chat.composer");
  const icon = <ArrowUp size={18} aria-hidden className={isWaiting ? "motion-safe:animate-pulse" : ""} />;
  const waiting = isWaiting ? t("waiting") : null;
  return (
    <>
      <span role="status" className="max-w-40 truncate text-xs text-quiet empty:hidden">
        {waiting}
      </span>
      {(canSend || !isBusy) && (
        <IconButton
          type="submit"
          tone={isBusy ? "quiet" : "solid"}
          label={waiting ?? t(isBusy ? "queue" : "send")}
          icon={icon}
          disabled={!canSend}
          aria-disabled={isWaiting}
        />
      )}
      {isBusy && <StopButton onStop={onStop} />}
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

"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { SourcesContext } from "@/components/markdown/sources-context";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import { scrollable } from "@/components/ui/scrollable";
import { useIsLive } from "@/components/ui/use-is-live";
import { isBusy } from "@/lib/client/conversation/state";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { collectSources, type SourcesByNumber } from "@/lib/client/sources";
import { useFollowEnd } from "@/lib/client/use-follow-end";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { ConversationEnd } from "./conversation-end";
import type { MessageActions } from "@/components/chat/message/message-actions";
import { MessageRow } from "@/components/chat/message/message-row";
import { SourceCard } from "@/components/chat/message/source-card";

type MessageListProps = {
  conversationId: string;
  store: ConversationStore;
  settings: ClientSettings;
  actions: MessageActions;
  /** Nothing is asked anew here. */
  isReadOnly: boolean;
};

export function MessageList({ conversationId, store, settings, actions, isReadOnly }: MessageListProps) {
  const t = useTranslations("chat");
  const messages = useStore(store, (state) => state.messages);
  const { olderCursor, isLoadingOlder, versions, editing, ...status } = useListState(store);
  const { scroller, content, isAtEnd, toEnd } = useFollowEnd(messages[0]?.id);
  const isLive = useIsLive();
  const sources = useStableSources(messages);
  const isReplying = isBusy(status);
  useScrollToNewQuestion(messages, isReplying, toEnd);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{t("log")}</h1>
      {/* Until the script runs the list is laid out from its end, so that it opens there at once. */}
      <div
        ref={scroller}
        className={joinClasses(
          "min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2",
          !isLive && "flex flex-col-reverse",
        )}
        {...scrollable}
      >
        <div
          ref={content}
          role="log"
          aria-live="off"
          aria-label={t("log")}
          className="mx-auto w-full max-w-measure px-4 pt-6 pb-8 sm:px-6 short:pt-3 short:pb-4"
        >
          {olderCursor !== null && (
            <OlderMessages scroller={scroller} isLoading={isLoadingOlder} onReach={actions.loadOlder} />
          )}
          <SourcesContext value={sources}>
            {messages.map((message, index) => (
              <MessageRow
                key={message.id}
                {...{ conversationId, message, settings, actions }}
                asked={readAsked(messages[index - 1])}
                isLast={index === messages.length - 1}
                live={index === messages.length - 1 && isReplying ? status : null}
                isIdle={!isReplying && !isReadOnly}
                versions={versions.get(message.id)}
                editedText={editing?.messageId === message.id ? editing.text : null}
              />
            ))}
            <ConversationEnd last={messages.at(-1)} state={status} actions={actions} />
            <SourceCard area={content} messages={messages} />
          </SourcesContext>
        </div>
      </div>
      <div className="relative">
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-0 bottom-full mx-auto h-6 w-full max-w-measure bg-linear-to-t from-paper to-transparent"
        />
        {!isAtEnd && <ToEndButton onClick={toEnd} />}
      </div>
    </div>
  );
}

const readAsked = (before: ChatMessage | undefined): string | null =>
  before?.role === "user" ? toMessageText(before).trim() : null;

function useListState(store: ConversationStore) {
  return useStore(
    store,
    useShallow((state) => {
      const { phase, since, progress, problem, olderCursor, isLoadingOlder, versions, editing } = state;
      return { phase, since, progress, problem, olderCursor, isLoadingOlder, versions, editing };
    }),
  );
}

/** Over the list, and not in a row that would move what is below the pointer when it comes and goes. */
function ToEndButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("chat");
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-full z-10 flex justify-center pb-2">
      <Button onClick={onClick} className="pointer-events-auto rounded-full shadow-sm">
        <ArrowDown size={16} aria-hidden />
        {t("toEnd")}
      </Button>
    </div>
  );
}

/** The same map as long as it says the same, so that citations are not drawn again with every token. */
function useStableSources(messages: ChatMessage[]): SourcesByNumber {
  const [stable, setStable] = useState<SourcesByNumber>(() => collectSources(messages));
  const next = collectSources(messages);
  const isSame =
    next.size === stable.size &&
    [...next].every(([number, source]) => isSameSource(stable.get(number), source));
  if (!isSame) setStable(next);
  return isSame ? stable : next;
}

function isSameSource(
  a: { url: string; snippet?: string } | undefined,
  b: { url: string; snippet?: string },
): boolean {
  return a?.url === b.url && a.snippet === b.snippet;
}

/** Whoever asks wants to see the answer, wherever the list was scrolled to; not who looks at a version. */
function useScrollToNewQuestion(messages: ChatMessage[], isReplying: boolean, toEnd: () => void): void {
  const last = messages.findLast(({ role }) => role === "user")?.id;
  const seen = useRef(last);
  useEffect(() => {
    if (seen.current !== last && isReplying) toEnd();
    seen.current = last;
  }, [last, isReplying, toEnd]);
}

type OlderMessagesProps = {
  scroller: RefObject<HTMLDivElement | null>;
  isLoading: boolean;
  onReach: () => Promise<void>;
};

/** Asks for older messages shortly before the person reaches them. */
function OlderMessages({ scroller, isLoading, onReach }: OlderMessagesProps) {
  const t = useTranslations("chat");
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mark.current || isLoading) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void onReach(),
      { root: scroller.current, rootMargin: "600px 0px 0px 0px" },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isLoading, onReach, scroller]);
  return (
    <div ref={mark} className="pb-6 text-center text-sm text-quiet">
      {isLoading ? t("older") : "\u00a0"}
    </div>
  );
}

"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { SourcesContext } from "@/components/markdown/sources-context";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import { scrollable } from "@/components/ui/scrollable";
import { useIsLive } from "@/components/ui/use-is-live";
import { isBusy } from "@/lib/client/conversation/state";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { collectSources, type SourcesByNumber } from "@/lib/client/message/sources";
import { useListPlace } from "./use-list-place";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toMessageText } from "@/lib/protocol/message-text";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import { Announcers } from "./announcers";
import { ConversationEnd } from "./conversation-end";
import type { MessageActions } from "@/components/chat/message/message-actions";
import { MessageRow } from "@/components/chat/message/message-row";
import { SourceCard } from "@/components/evidence/source-card";

/** Laid out from its end until the script runs, so that it opens there at once. */
const toScrollerClasses = (isLive: boolean): string =>
  joinClasses(
    "[container-type:size] min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2",
    !isLive && "flex flex-col-reverse",
  );

export type MessageListProps = {
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
  const isLive = useIsLive();
  const sources = useStableSources(messages);
  const isReplying = isBusy(status);
  const hasFiles = olderCursor !== null || messages.some(({ parts }) => parts.some(isFile));
  const { asked, pinned } = useAsked(messages, isReplying);
  const { scroller, content, isAtEnd, toEnd } = useListPlace({ firstKey: messages[0]?.id, asked, isLive });
  const [turns, last] = [useMemo(() => toTurns(messages), [messages]), messages.at(-1)];
  const row = { conversationId, settings, actions, hasFiles, isIdle: !isReplying && !isReadOnly };
  const end = <ConversationEnd last={last} state={status} {...{ settings, actions }} />;

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{t("log")}</h1>
      <div ref={scroller} className={toScrollerClasses(isLive)} {...scrollable}>
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
            {turns.map(({ key, rows }, place) => (
              <TurnBox key={key} turnKey={key} hasView={key === pinned && key === turns.at(-1)?.key}>
                {rows.map((message, index) => (
                  <MessageRow
                    key={message.id}
                    {...{ ...row, message }}
                    asked={readAsked(rows[index - 1])}
                    isLast={message === last}
                    isNear={place >= turns.length - nearTurns}
                    live={message === last && isReplying ? status : null}
                    versions={versions.get(message.id)}
                    editedText={editing?.messageId === message.id ? editing.text : null}
                  />
                ))}
                {rows.at(-1) === last && end}
              </TurnBox>
            ))}
            {last === undefined && end}
            <SourceCard area={content} messages={messages} />
          </SourcesContext>
        </div>
      </div>
      <ListFoot store={store} onEnd={isAtEnd ? null : toEnd} />
    </div>
  );
}

/** More than a window holds at its opening. */
const nearTurns = 8;

type TurnBoxProps = { turnKey: string; hasView: boolean; children: ReactNode };

/** The running turn fills the view, so that its question can stay at the top. */
function TurnBox({ turnKey, hasView, children }: TurnBoxProps) {
  return (
    <div
      data-turn={turnKey}
      className={joinClasses(
        "scroll-mt-6 short:scroll-mt-3",
        hasView && "min-h-[calc(100cqh-3.5rem)] short:min-h-[calc(100cqh-1.75rem)]",
      )}
    >
      {children}
    </div>
  );
}

const isFile = ({ type }: ChatMessage["parts"][number]): boolean => type === "file";

const readAsked = (before: ChatMessage | undefined): string | null =>
  before?.role === "user" ? toMessageText(before).trim() : null;

function useListState(store: ConversationStore) {
  return useStore(
    store,
    useShallow((state) => {
      const { phase, since, progress, problem, queued, olderCursor, isLoadingOlder, versions, editing } =
        state;
      return { phase, since, progress, problem, queued, olderCursor, isLoadingOlder, versions, editing };
    }),
  );
}

function ListFoot({ store, onEnd }: { store: ConversationStore; onEnd: (() => void) | null }) {
  return (
    <div className="relative">
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 bottom-full mx-auto h-6 w-full max-w-measure bg-linear-to-t from-paper to-transparent"
      />
      {onEnd && <ToEndButton onClick={onEnd} />}
      <Announcers store={store} />
    </div>
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

/** The question that is answered from its beginning, and the last one that was answered on this page. */
function useAsked(messages: ChatMessage[], isReplying: boolean) {
  const last = messages.at(-1);
  const question = messages.findLast(({ role }) => role === "user")?.id ?? null;
  const [before, setBefore] = useState({
    asked: isReplying ? question : null,
    pinned: isReplying ? question : null,
    known: question,
  });
  const isAsked = last?.role === "user" || question !== before.known;
  const now = {
    asked: !isReplying ? null : isAsked ? question : before.asked,
    pinned: isReplying ? question : before.pinned,
    known: isReplying ? question : before.known,
  };
  const isSame = now.asked === before.asked && now.pinned === before.pinned && now.known === before.known;
  if (!isSame) setBefore(now);
  return now;
}

type ShownTurn = { key: string; rows: ChatMessage[] };

/** A question and what answers it. */
function toTurns(messages: ChatMessage[]): ShownTurn[] {
  const turns: ShownTurn[] = [];
  for (const message of messages) {
    if (message.role === "user" || turns.length === 0) turns.push({ key: message.id, rows: [message] });
    else turns.at(-1)?.rows.push(message);
  }
  return turns;
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

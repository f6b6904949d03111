"use client";

import { useLocale } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, type RefObject } from "react";
import { EvidenceFrame } from "@/components/evidence/evidence-frame";
import { prefetchMarkdown } from "@/components/markdown/markdown";
import { createApprovalAnswer } from "@/lib/client/answer-approval";
import { listWaiting } from "@/lib/client/approvals";
import { readChoices } from "@/lib/client/choices";
import type { Draft } from "@/lib/client/conversation-session";
import type { QueuedSession } from "@/lib/client/queued-session";
import { isStopped } from "@/lib/client/quota-rows";
import { toTemporaryKey } from "@/lib/client/tab-storage";
import { toChatOptions } from "@/lib/client/to-chat-options";
import { useConversation } from "@/lib/client/use-conversation";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/protocol/quotas";
import { Announcer } from "./announcer";
import { ApprovalAnnouncer } from "./approval-announcer";
import { Composer } from "./composer";
import { EmptyState } from "./empty-state";
import { MessageList } from "./message-list";
import type { MessageActions } from "./message-actions";
import { QueueAnnouncer } from "./queue-announcer";
import { QueueList } from "./queue-list";
import { QuotaLine } from "./quota-line";
import { TemporaryLine } from "./temporary-line";
import type { ComposerHandle } from "./use-composer";
import { useNamedMessage } from "./use-named-message";
import { useQuota } from "./use-quota";
import { useStopKey } from "./use-stop-key";
import { useTemporaryChat } from "./use-temporary-chat";

export type ChatProps = {
  conversationId: string;
  initialMessages: ChatMessage[];
  olderCursor: string | null;
  isRunning: boolean;
  settings: ClientSettings;
  quota: QuotaState;
  isTemporary: boolean;
  /** While it has no message: makes it temporary, or an ordinary one again. */
  onTemporary?: (isTemporary: boolean) => void;
};

/** A conversation: its messages and the box to write in. Fills the height that its parent gives it. */
export function Chat(props: ChatProps) {
  return <Conversation key={props.conversationId} {...props} />;
}

function Conversation(props: ChatProps) {
  const { conversationId, settings, quota, onTemporary } = props;
  const composer = useRef<ComposerHandle>(null);
  const { session, messages, state, queued, temporary } = useChatSession(props, composer);
  const { isTemporary } = temporary;
  const isBusy = state.phase !== "idle";
  const tightRow = useQuota(quota, isBusy);
  const isBlocked = tightRow !== null && isStopped(tightRow);
  useStopKey(isBusy, session.stop);
  usePrefetchedMarkdown();

  const send = useCallback((draft: Draft) => void session.send(draft), [session]);
  const actions = useMemo<MessageActions>(
    () => ({
      ...toActions(session),
      sendAgain: () => composer.current?.submit(),
      answerApproval: createApprovalAnswer(conversationId),
    }),
    [session, conversationId],
  );
  useNamedMessage({ messages, state, loadOlder: session.loadOlder });
  const start = (text: string) => {
    const draft = { id: crypto.randomUUID(), text, files: [] };
    if (isBlocked) composer.current?.putBack(draft);
    else send(draft);
  };
  const isEmpty = messages.length === 0 && !isBusy && state.problem === null;

  const asked = isBusy ? listWaiting(messages.at(-1)) : [];

  return (
    <EvidenceFrame conversationId={conversationId} messages={messages} isBusy={isBusy}>
      {isEmpty ? (
        <EmptyState settings={settings} isTemporary={isTemporary} onTemporary={onTemporary} onStart={start} />
      ) : (
        <MessageList
          conversationId={conversationId}
          messages={messages}
          state={state}
          settings={settings}
          actions={actions}
        />
      )}
      <Announcer message={messages.at(-1)} state={state} />
      <ApprovalAnnouncer asked={asked} />
      <QueueAnnouncer queued={queued} isBusy={isBusy} />
      <Composer
        ref={composer}
        draftKey={toDraftKey(messages.length === 0 ? "new" : conversationId, isTemporary)}
        isTemporary={isTemporary}
        settings={settings}
        isBusy={isBusy}
        isBlocked={isBlocked}
        queue={
          <QueueList
            {...{ queued, isBusy, isBlocked }}
            isAsked={asked.length > 0}
            actions={session.queue}
            onLeave={() => composer.current?.focus()}
          />
        }
        notice={
          <>
            {isTemporary && <TemporaryLine onKeep={isEmpty ? null : temporary.keep} />}
            <QuotaLine row={tightRow} />
          </>
        }
        findLastQuestion={() => findLastQuestion(session.getMessages())}
        onSend={send}
        onQueue={session.queue.add}
        onStop={actions.stop}
      />
    </EvidenceFrame>
  );
}

function useChatSession(
  { conversationId, initialMessages, olderCursor, isRunning, settings, isTemporary }: ChatProps,
  composer: RefObject<ComposerHandle | null>,
) {
  const locale = useLocale();
  const temporary = useTemporaryChat({
    conversationId,
    isTemporary,
    isStored: initialMessages.length > 0,
    onKept: () => composer.current?.focus(),
  });
  const conversation = useConversation({
    conversationId,
    messages: initialMessages,
    olderCursor,
    isRunning,
    getOptions: () => ({
      ...toChatOptions(readChoices(), settings, readPlace(locale)),
      ...(temporary.isTemporaryNow() && { temporary: true }),
    }),
    isTemporary: temporary.isTemporaryNow,
    onAccepted() {
      showAddress(conversationId);
      temporary.noteStored();
    },
    onReturned: (draft) => composer.current?.putBack(draft),
  });
  return { ...conversation, temporary };
}

function toActions(session: QueuedSession): Omit<MessageActions, "sendAgain" | "answerApproval"> {
  return {
    regenerate: (messageId) => void session.regenerate(messageId),
    goOn: () => void session.goOn(),
    stop: () => void session.stop(),
    loadOlder: () => void session.loadOlder(),
    dismissProblem: session.dismissProblem,
    sendQueued: session.queue.sendNext,
  };
}

function toDraftKey(key: string, isTemporary: boolean): string {
  return isTemporary ? toTemporaryKey(key) : key;
}

function readPlace(language: string) {
  return { language, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/** A new conversation gets its own address with its first message, without leaving the page. */
function showAddress(conversationId: string): void {
  const path = `/c/${conversationId}`;
  if (window.location.pathname !== path) window.history.replaceState(null, "", path);
}

function findLastQuestion(messages: ChatMessage[]): string | null {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.parts.find((part) => part.type === "text")?.text ?? null;
}

function usePrefetchedMarkdown(): void {
  useEffect(() => {
    const left = new AbortController();
    void prefetchMarkdown(left.signal);
    return () => left.abort();
  }, []);
}

"use client";

import type { RefObject } from "react";
import { useStore } from "zustand";
import { MessageCircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AgentChoice } from "@/lib/client/conversation/choices";
import { findAskedWord, listWaiting } from "@/lib/client/message/approvals";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { isBusy } from "@/lib/client/conversation/state";
import { toTemporaryKey } from "@/lib/client/conversation/storage";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { QuotaLine, useQuota } from "@/components/account/quota-line";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";
import { QueueList } from "@/components/chat/queue/queue-list";
import { Composer } from "./composer";
import type { ComposerHandle } from "./use-composer";

type ChatComposerProps = {
  ref: RefObject<ComposerHandle | null>;
  conversationId: string;
  store: ConversationStore;
  settings: ClientSettings;
  agent: AgentChoice;
  quota: QuotaState;
  isTemporary: boolean;
  /** Only before the first message. */
  onTemporary: ((isTemporary: boolean) => void) | undefined;
  /** Makes a temporary chat an ordinary one; `null` while there is nothing to keep. */
  onKeep: (() => void) | null;
};

/** The composer of one conversation, with its queue and its notices above it. */
export function ChatComposer({
  ref,
  conversationId,
  store,
  settings,
  agent,
  quota,
  isTemporary,
  onTemporary,
  onKeep,
}: ChatComposerProps) {
  const verbs = store.getState();
  const queued = useStore(store, (state) => state.queued);
  const isReplying = useStore(store, isBusy);
  const isNew = useStore(store, ({ messages }) => messages.length === 0);
  const isAsked = useStore(store, (state) => isBusy(state) && isWaitedFor(state.messages.at(-1)));
  const { tightRow, isBlocked } = useQuota(quota, isReplying);
  const key = isNew ? "new" : conversationId;

  return (
    <Composer
      {...{ ref, settings, agent, isTemporary, isBlocked }}
      onTemporary={isNew && !isReplying ? onTemporary : undefined}
      isHome={isNew}
      draftKey={isTemporary ? toTemporaryKey(key) : key}
      scopeKey={isTemporary ? toTemporaryKey(conversationId) : conversationId}
      isBusy={isReplying}
      queue={
        <QueueList
          {...{ queued, isBlocked, isAsked }}
          isBusy={isReplying}
          actions={verbs}
          onLeave={() => ref.current?.focus()}
        />
      }
      notice={
        <>
          {isTemporary && <TemporaryLine onKeep={onKeep} />}
          <QuotaLine row={tightRow} />
        </>
      }
      onEditLast={() => editLast(store)}
      onSend={(draft) => void verbs.send(draft)}
      onQueue={verbs.enqueue}
      onStop={() => void verbs.stop()}
    />
  );
}

const isWaitedFor = (reply: ChatMessage | undefined): boolean =>
  listWaiting(reply).length > 0 || findAskedWord(reply) !== null;

/** Says whether there is a question to change. */
function editLast(store: ConversationStore): boolean {
  const { messages, beginEditing } = store.getState();
  const last = isBusy(store.getState()) ? undefined : messages.findLast(({ role }) => role === "user");
  if (last !== undefined) beginEditing(last.id);
  return last !== undefined;
}

/** Above a temporary chat's composer. Before there is something to keep (`onKeep`) the page explains it. */
function TemporaryLine({ onKeep }: { onKeep: (() => void) | null }) {
  const t = useTranslations("chat.temporary");
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-1.5 px-1 pb-1.5 text-sm leading-5 text-quiet"
    >
      <MessageCircleDashed size={16} aria-hidden className="shrink-0" />
      <span className="font-medium text-ink">{t("name")}</span>
      {onKeep !== null && <span>{t("short")}</span>}
      {onKeep !== null && (
        <button
          type="button"
          onClick={onKeep}
          className="rounded-sm py-1 text-accent underline underline-offset-3 pointer-coarse:py-3"
        >
          {t("keep")}
        </button>
      )}
    </div>
  );
}

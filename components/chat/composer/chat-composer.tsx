"use client";

import type { RefObject } from "react";
import { useStore } from "zustand";
import { MessageCircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { listWaiting } from "@/lib/client/approvals";
import { isBusy } from "@/lib/client/conversation/state";
import { toTemporaryKey } from "@/lib/client/conversation/storage";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { isStopped } from "@/lib/client/quota-rows";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/protocol/quotas";
import { QueueList } from "@/components/chat/queue/queue-list";
import { Composer } from "./composer";
import { QuotaLine } from "./quota-line";
import type { ComposerHandle } from "./use-composer";
import { useQuota } from "./use-quota";

type ChatComposerProps = {
  ref: RefObject<ComposerHandle | null>;
  conversationId: string;
  store: ConversationStore;
  settings: ClientSettings;
  quota: QuotaState;
  isTemporary: boolean;
  /** Makes a temporary chat an ordinary one; `null` while there is nothing to keep. */
  onKeep: (() => void) | null;
};

/** The composer of one conversation, with its queue and its notices above it. */
export function ChatComposer({
  ref,
  conversationId,
  store,
  settings,
  quota,
  isTemporary,
  onKeep,
}: ChatComposerProps) {
  const verbs = store.getState();
  const queued = useStore(store, (state) => state.queued);
  const isReplying = useStore(store, isBusy);
  const isNew = useStore(store, ({ messages }) => messages.length === 0);
  const isAsked = useStore(store, (state) => isBusy(state) && listWaiting(state.messages.at(-1)).length > 0);
  const tightRow = useQuota(quota, isReplying);
  const isBlocked = tightRow !== null && isStopped(tightRow);
  const key = isNew ? "new" : conversationId;

  return (
    <Composer
      {...{ ref, settings, isTemporary, isBlocked }}
      draftKey={isTemporary ? toTemporaryKey(key) : key}
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
      findLastQuestion={() => findLastQuestion(store.getState().messages)}
      onSend={(draft) => void verbs.send(draft)}
      onQueue={verbs.enqueue}
      onStop={() => void verbs.stop()}
    />
  );
}

function findLastQuestion(messages: ChatMessage[]): string | null {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.parts.find((part) => part.type === "text")?.text ?? null;
}

/** Above the composer for as long as the chat is temporary. `onKeep` once there is something to keep; before that the page says what it means. */
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

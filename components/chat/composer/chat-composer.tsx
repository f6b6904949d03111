"use client";

import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useStore } from "zustand";
import { MessageCircleDashed } from "lucide-react";
import { useTranslations, useFormatter } from "next-intl";
import type { AgentChoice } from "@/lib/client/choices";
import { findAskedWord, listWaiting } from "@/lib/client/approvals";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { isBusy } from "@/lib/client/conversation/state";
import { toTemporaryKey } from "@/lib/client/conversation/storage";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { isStopped, toShare, findTightRow, isNear, type LimitedRow } from "@/lib/client/quota-rows";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { QuotaState } from "@/lib/protocol/quotas";
import { QueueList } from "@/components/chat/queue/queue-list";
import { Composer } from "./composer";
import type { ComposerHandle } from "./use-composer";
import { useAmountText } from "@/components/ui/use-amount-text";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { joinClasses } from "@/components/ui/class-names";
import { readAccount } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";

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
  const tightRow = useQuota(quota, isReplying);
  const isBlocked = tightRow !== null && isStopped(tightRow);
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

/** What is left of a nearly exhausted limit, or when an exhausted one is renewed. */
export function QuotaLine({ row }: { row: LimitedRow | null }) {
  return (
    <div role="status" className="px-1 pb-1.5 empty:hidden">
      {row !== null && <Line row={row} />}
    </div>
  );
}

function Line({ row }: { row: LimitedRow }) {
  const t = useTranslations("chat.quota");
  const write = useAmountText(row.name);
  const isOver = isStopped(row);
  const isUsed = isOver || toShare(row) === 1;
  const reset = useResetText(row);
  const values = { left: write(Math.max(0, row.limit - row.used)), limit: write(row.limit) };
  return (
    <p
      className={joinClasses(
        "flex flex-wrap gap-x-1 text-sm leading-5",
        isOver ? "text-partly" : "text-quiet",
      )}
    >
      <span>{t(`${isUsed ? "used" : "left"}.${row.name}`, values)}</span>
      <span>{reset}</span>
      {isOver && <span>{t("kept")}</span>}
    </p>
  );
}

/** A month's limit needs its day; the others start again within one. */
function useResetText({ name, resetsAt }: LimitedRow): string {
  const t = useTranslations("chat.quota");
  const format = useFormatter();
  const zone = useLocalZone();
  const clock = {
    ...(zone !== undefined && { timeZone: zone }),
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  if (name !== "centsPerMonth") return t("resetsAt", { time: format.dateTime(resetsAt, clock) });
  return t("resetsOn", { time: format.dateTime(resetsAt, { month: "short", day: "numeric", ...clock }) });
}

/** Timers of a browser hold no more than 24 days. */
const longestWaitMs = 2_000_000_000;
/** The server's clock may be a little behind. */
const graceMs = 2_000;

/** Far from every limit the numbers are asked for only this often: each answer to it is paid for. */
const repliesBetween = 5;

/** The limit to tell of, read after replies (after each when a limit is near) and when its period ends. */
function useQuota(initial: QuotaState, isBusy: boolean): LimitedRow | null {
  const [quota, setQuota] = useState(initial);
  const row = findTightRow(quota);
  const refresh = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const answer = await call(readAccount, { signal });
    if (answer.ok && !signal.aborted) setQuota(answer.value.quota);
  });

  const wasBusy = useRef(isBusy);
  const replies = useRef(0);
  const noteReply = useEffectEvent((signal: AbortSignal): void => {
    replies.current += 1;
    if (isNear(quota) || replies.current % repliesBetween === 0) void refresh(signal);
  });
  useEffect(() => {
    const left = new AbortController();
    if (wasBusy.current && !isBusy) noteReply(left.signal);
    wasBusy.current = isBusy;
    return () => left.abort();
  }, [isBusy]);

  const [endedAt, setEndedAt] = useState(0);
  const resetsAt = row?.resetsAt;
  useEffect(() => {
    if (resetsAt === undefined) return;
    const left = new AbortController();
    const wait = Math.min(Math.max(0, resetsAt - Date.now()) + graceMs, longestWaitMs);
    const timer = setTimeout(() => {
      if (Date.now() >= resetsAt) setEndedAt(resetsAt);
      void refresh(left.signal);
    }, wait);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [resetsAt]);
  // Its period is over: whether more can be sent is for the server to say, even if it did not answer now.
  return row === null || row.resetsAt <= endedAt ? null : row;
}

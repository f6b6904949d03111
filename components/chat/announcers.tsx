"use client";

import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { listWaiting, type Approval } from "@/lib/client/approvals";
import { isBusy, type QueuedMessage } from "@/lib/client/conversation/state";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { useApprovalQuestion } from "@/components/chat/approvals/use-approval-question";
import { ReplyAnnouncer } from "./reply-announcer";

/** Tells a screen reader what goes on in a conversation. */
export function Announcers({ store }: { store: ConversationStore }) {
  const { last, progress, queued, isReplying } = useStore(
    store,
    useShallow((state) => ({
      last: state.messages.at(-1),
      progress: state.progress,
      queued: state.queued,
      isReplying: isBusy(state),
    })),
  );
  return (
    <>
      <ReplyAnnouncer message={last} progress={progress} isReplying={isReplying} />
      <ApprovalAnnouncer asked={isReplying ? listWaiting(last) : []} />
      <QueueAnnouncer queued={queued} isBusy={isReplying} />
    </>
  );
}

/** Tells a screen reader once that the reply waits for the person, without taking the focus. It is there before, or the first one would not be heard. */
function ApprovalAnnouncer({ asked }: { asked: Approval[] }) {
  const t = useTranslations("consent.live");
  const toQuestion = useApprovalQuestion();
  const [spoken, setSpoken] = useState("");
  const newest = asked.at(-1);
  const question = newest === undefined ? null : toQuestion(newest);
  const { id, dueAt = 0 } = newest ?? {};

  useEffect(() => {
    // What is there when the page opens comes after it, so that it is heard as news.
    const timer = setTimeout(
      () => setSpoken(question === null ? "" : t("asked", { question, minutes: toMinutes(dueAt) })),
      0,
    );
    return () => clearTimeout(timer);
  }, [id, dueAt, question, t]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

function toMinutes(dueAt: number): number {
  return Math.max(0, Math.round((dueAt - Date.now()) / 60_000));
}

/** Tells a screen reader what becomes of the messages that wait. It is there before them, or the first one would not be heard. */
export function QueueAnnouncer({ queued, isBusy }: { queued: QueuedMessage[]; isBusy: boolean }) {
  const t = useTranslations("chat.queue");
  const [told, setTold] = useState({ queued, words: "" });
  if (told.queued !== queued)
    setTold({ queued, words: toWords(told.queued, queued, isBusy, t) ?? told.words });
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {told.words}
    </div>
  );
}

function toWords(
  before: QueuedMessage[],
  now: QueuedMessage[],
  isBusy: boolean,
  t: ReturnType<typeof useTranslations<"chat.queue">>,
): string | null {
  const find = (list: QueuedMessage[], id: string) => list.find((message) => message.id === id);
  const count = now.filter(({ status }) => status === "waiting").length;
  if (now.some(({ id, status }) => status === "steered" && find(before, id)?.status !== "steered"))
    return t("steered");
  if (now.some(({ id, hasSteerFailed }) => hasSteerFailed && !find(before, id)?.hasSteerFailed))
    return t("steerFailed");
  if (now.some(({ id, status }) => status === "waiting" && !isShown(find(before, id))))
    return t(isBusy ? "said.queued" : "said.held", { count });
  const gone = before.filter(({ id }) => find(now, id) === undefined);
  if (gone.some(({ status }) => status === "steered")) return t("said.read");
  return gone.some(({ status }) => status === "waiting") ? t("said.removed", { count }) : null;
}

function isShown(message: QueuedMessage | undefined): boolean {
  return message !== undefined && message.status !== "sending";
}

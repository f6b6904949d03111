"use client";

import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState, useRef } from "react";
import { findAskedWord, listWaiting, type Approval, type AskedWord } from "@/lib/client/approvals";
import { isBusy, type QueuedMessage } from "@/lib/client/conversation/state";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { useApprovalQuestion } from "./approvals/use-approval-question";
import { useAnswerSignal } from "./use-answer-signal";
import { readTurn } from "@/lib/client/read-turn";
import { collectSources } from "@/lib/client/sources";
import { beginHearing, hearMore, hearRest, type Heard } from "@/lib/client/spoken-text";
import { removeCitations } from "@/lib/protocol/citation-marks";
import type { ChatMessage, ProgressData } from "@/lib/protocol/chat-message";

/** Tells a screen reader what goes on in a conversation, and who looks elsewhere that it needs them. */
export function Announcers({ store }: { store: ConversationStore }) {
  useAnswerSignal(store);
  const { messages, progress, queued, isReplying } = useStore(
    store,
    useShallow((state) => ({
      messages: state.messages,
      progress: state.progress,
      queued: state.queued,
      isReplying: isBusy(state),
    })),
  );
  const last = messages.at(-1);
  return (
    <>
      <ReplyAnnouncer messages={messages} progress={progress} isReplying={isReplying} />
      <ApprovalAnnouncer asked={isReplying ? listWaiting(last) : []} />
      <WordAnnouncer asked={isReplying ? findAskedWord(last) : null} />
      <QueueAnnouncer queued={queued} isBusy={isReplying} />
    </>
  );
}

/** Tells a screen reader once that the reply waits. It is there before, or the first would not be heard. */
function ApprovalAnnouncer({ asked }: { asked: Approval[] }) {
  const t = useTranslations("consent.live");
  const toQuestion = useApprovalQuestion();
  const newest = asked.at(-1);
  const question = newest === undefined ? null : toQuestion(newest);
  const { id, tool = "", dueAt = 0 } = newest ?? {};
  const toWords = () => (question === null ? "" : t("asked", { question, tool, minutes: toMinutes(dueAt) }));
  return <News id={id ?? null} toWords={toWords} />;
}

/** Tells a screen reader once that the agent asks something, or shows its plan first. */
function WordAnnouncer({ asked }: { asked: AskedWord | null }) {
  const t = useTranslations("plans");
  const toWords = () =>
    asked === null ? "" : asked.text === null ? t("card.proposed") : `${t("question.label")}: ${asked.text}`;
  return <News id={asked?.id ?? null} toWords={toWords} />;
}

/** Says the words once for each id. */
function News({ id, toWords }: { id: string | null; toWords: () => string }) {
  const [spoken, setSpoken] = useState("");
  const say = useEffectEvent(() => setSpoken(toWords()));
  useEffect(() => {
    // What is there when the page opens comes after it, so that it is heard as news.
    const timer = setTimeout(say, 0);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

function toMinutes(dueAt: number): number {
  return Math.max(0, Math.round((dueAt - Date.now()) / 60_000));
}

/** Tells a screen reader of messages that wait. It is there before them, or the first would not be heard. */
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

const beatMs = 2_000;

type ReplyAnnouncerProps = {
  messages: ChatMessage[];
  progress: ProgressData | null;
  isReplying: boolean;
};

/** Tells a screen reader, a beat at a time, the stages as they change and sentences once finished. */
function ReplyAnnouncer({ messages, progress, isReplying }: ReplyAnnouncerProps) {
  const t = useTranslations("chat");
  const [spoken, setSpoken] = useState("");
  const latest = useRef({ messages, progress });
  const told = useRef<Told | null>(null);
  useEffect(() => {
    latest.current = { messages, progress };
  });

  useEffect(() => {
    if (!isReplying) {
      // What came last is known only after the render that ended it: a cleanup would see the one before.
      const before = told.current;
      told.current = null;
      const end =
        before === null
          ? undefined
          : setTimeout(() => setSpoken(toLastWords(latest.current.messages, before, t)), 0);
      return () => clearTimeout(end);
    }
    const first = latest.current.messages.at(-1);
    const heard = beginHearing(first?.id, readAnswer(latest.current.messages));
    const now: Told = { first, stage: "", heard };
    told.current = now;
    const start = setTimeout(() => setSpoken(t("live.started")), 0);
    const timer = setInterval(() => {
      const words = tellMore(now, latest.current.messages, latest.current.progress, t);
      if (words !== "") setSpoken(words);
    }, beatMs);
    return () => {
      clearTimeout(start);
      clearInterval(timer);
    };
  }, [isReplying, t]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

/** What was told of the running reply so far, and the message that was there before it. */
type Told = { first: ChatMessage | undefined; stage: string; heard: Heard };

type Translate = ReturnType<typeof useTranslations<"chat">>;

/** The sentences that were finished since, or else the stage when it is a new one. */
function tellMore(told: Told, messages: ChatMessage[], progress: ProgressData | null, t: Translate): string {
  const answer = readAnswer(messages);
  const { spoken, heard } = hearMore(told.heard, messages.at(-1)?.id, answer);
  const stage = progress?.stage ?? "";
  const isNewStage = stage !== "" && stage !== told.stage && answer === "";
  Object.assign(told, { stage, heard });
  if (spoken !== "") return spoken;
  // Which tool is meant is heard when it runs.
  return isNewStage && progress && progress.stage !== "planning" ? t(`trail.stage.${progress.stage}`) : "";
}

/** The rest of the answer, and that it is over. */
function toLastWords(messages: ChatMessage[], { first, heard }: Told, t: Translate): string {
  const message = messages.at(-1);
  if (message?.role !== "assistant" || message === first) return "";
  const outcome = message.metadata?.outcome;
  if (outcome === "failed") return t("live.failed");
  return `${hearRest(heard, message.id, readAnswer(messages))} ${t(toEnding(outcome))}`.trim();
}

function toEnding(
  outcome: NonNullable<ChatMessage["metadata"]>["outcome"],
): "live.stopped" | "live.ended" | "live.done" {
  if (outcome === "stopped") return "live.stopped";
  return outcome === "limited" || outcome === "interrupted" ? "live.ended" : "live.done";
}

/** The newest answer as it is read aloud, without its citations. */
function readAnswer(messages: ChatMessage[]): string {
  const message = messages.at(-1);
  if (message?.role !== "assistant") return "";
  const sources = collectSources(messages);
  return removeCitations(readTurn(message).answer, (number) => sources.has(number));
}

"use client";

import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { useTranslations } from "next-intl";
import { useContext, useEffect, useEffectEvent, useMemo, useState, useRef } from "react";
import { findAskedWord, listWaiting, type Approval, type AskedWord } from "@/lib/client/message/approvals";
import { isBusy, type ConversationState, type QueuedMessage } from "@/lib/client/conversation/state";
import type { ConversationStore } from "@/lib/client/conversation/store";
import { ClaimsContext } from "@/components/markdown/evidence-context";
import { countVerdicts, listSignedMarks } from "@/lib/client/message/claims";
import { readClaims } from "@/lib/client/message/use-claims";
import { toSealSentence } from "@/lib/features/evidence/shape/seal-sentence";
import { useApprovalQuestion } from "./approvals/use-approval-question";
import { useHeadline } from "./trail/live-line";
import { useAnswerSignal } from "./use-answer-signal";
import { readTurn } from "@/lib/client/message/read-turn";
import { collectSources } from "@/lib/client/message/sources";
import { beginHearing, hearMore, hearRest, type Heard } from "@/lib/client/message/spoken-text";
import { removeCitations } from "@/lib/features/evidence/shape/citation-marks";
import type { ChatMessage, ProgressData } from "@/lib/protocol/chat-message";

/** Tells a screen reader what goes on in a conversation, and who looks elsewhere that it needs them. */
export function Announcers({ store }: { store: ConversationStore }) {
  useAnswerSignal(store);
  const { messages, phase, progress, queued } = useStore(
    store,
    useShallow(({ messages, phase, progress, queued }) => ({ messages, phase, progress, queued })),
  );
  const isReplying = isBusy({ phase });
  const last = messages.at(-1);
  return (
    <>
      <ReplyAnnouncer {...{ messages, phase, progress }} />
      <EndAnnouncer {...{ last, isReplying }} />
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

const beatMs = 3_000;

type ReplyAnnouncerProps = Pick<ConversationState, "messages" | "phase" | "progress">;

/** Tells a screen reader, a beat at a time, what the headline says and sentences once finished. */
function ReplyAnnouncer(now: ReplyAnnouncerProps) {
  const [spoken, setSpoken] = useState("");
  const toWords = useNewsOfReply();
  const latest = useRef({ now, toWords });
  const told = useRef<Announced | null>(null);
  useEffect(() => {
    latest.current = { now, toWords };
  });

  const isReplying = isBusy(now);
  useEffect(() => {
    if (!isReplying) {
      // What came last is known only after the render that ended it: a cleanup would see the one before.
      const before = told.current;
      told.current = null;
      const rest = () => before && setSpoken(toRest(latest.current.now.messages, before));
      const end = setTimeout(rest, 0);
      return () => clearTimeout(end);
    }
    const { messages } = latest.current.now;
    const first = messages.at(-1);
    const heard = beginHearing(first?.id, readAnswer(messages));
    const telling: Announced = { first, headline: "", heard, progress: null, since: Date.now() };
    told.current = telling;
    const tell = () => {
      const words = latest.current.toWords(telling, latest.current.now);
      if (words !== "") setSpoken(words);
    };
    const start = setTimeout(tell, 0);
    const timer = setInterval(tell, beatMs);
    return () => {
      clearTimeout(start);
      clearInterval(timer);
    };
  }, [isReplying]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

/** What was announced of the running reply so far, and the message before it. */
type Announced = {
  first: ChatMessage | undefined;
  /** The key of the headline that was told last. */
  headline: string;
  heard: Heard;
  progress: ProgressData | null;
  /** Since when the progress is this one. */
  since: number;
};

/** The sentences that were finished since, or else the headline when it is a new one. */
function useNewsOfReply(): (told: Announced, now: ReplyAnnouncerProps) => string {
  const t = useTranslations("chat");
  const toHeadline = useHeadline();
  return (told, { messages, phase, progress }) => {
    const answer = readAnswer(messages);
    const last = messages.at(-1);
    const { spoken, heard } = hearMore(told.heard, last?.id, answer);
    if (told.progress !== progress) Object.assign(told, { progress, since: Date.now() });
    const { askedAt = 0, dueAt = 0 } = progress?.details?.retry ?? {};
    const { key, words, kind } =
      phase === "unsent"
        ? { key: phase, words: t("unsent"), kind: phase }
        : toHeadline({
            ...{ phase, progress, steps: last?.role === "assistant" ? readTurn(last).steps : [] },
            waitedMs: Date.now() - told.since - (dueAt - askedAt),
            retryLeftMs: Math.max(0, dueAt - Date.now()),
          });
    // While it is written the words themselves are heard.
    const isNew = key !== told.headline && (answer === "" || kind !== "work");
    Object.assign(told, { headline: key, heard });
    return spoken === "" && isNew ? words : spoken;
  };
}

/** The rest of the answer. */
function toRest(messages: ChatMessage[], { first, heard }: Announced): string {
  const message = messages.at(-1);
  if (message?.role !== "assistant" || message === first || message.metadata?.outcome === "failed") return "";
  return hearRest(heard, message.id, readAnswer(messages));
}

type EndAnnouncerProps = { last: ChatMessage | undefined; isReplying: boolean };

/** Tells that an answer which was watched is over, and what the check found, once it has. */
function EndAnnouncer({ last, isReplying }: EndAnnouncerProps) {
  const t = useTranslations("chat.live");
  const tSeal = useTranslations("evidence.seal");
  const polled = useContext(ClaimsContext);
  const [seen, setSeen] = useState({ isReplying, isWatched: isReplying, first: last });
  if (seen.isReplying !== isReplying)
    setSeen({ isReplying, isWatched: true, first: isReplying ? last : seen.first });
  const outcome = last?.metadata?.outcome;
  const isOver = seen.isWatched && !isReplying && last !== seen.first && outcome !== undefined;
  const marks = useMemo(() => {
    const claims = isOver && last !== undefined ? readClaims(last, polled) : null;
    return claims === null || last === undefined ? [] : listSignedMarks(last, readTurn(last).pieces, claims);
  }, [isOver, last, polled]);
  const isChecked = !marks.some(({ verdict }) => verdict === "pending");
  const toWords = () => {
    const { key, values } = toSealSentence(countVerdicts(marks));
    return isOver ? [t(toEnding(outcome)), ...(marks.length > 0 ? [tSeal(key, values)] : [])].join(" ") : "";
  };
  return <News id={isOver && isChecked ? (last?.id ?? null) : null} toWords={toWords} />;
}

function toEnding(
  outcome: NonNullable<ChatMessage["metadata"]>["outcome"],
): "failed" | "stopped" | "ended" | "done" {
  if (outcome === "stopped" || outcome === "failed") return outcome;
  return outcome === "limited" || outcome === "interrupted" ? "ended" : "done";
}

/** The newest answer as it is read aloud, without its citations. */
function readAnswer(messages: ChatMessage[]): string {
  const message = messages.at(-1);
  if (message?.role !== "assistant") return "";
  const sources = collectSources(messages);
  return removeCitations(readTurn(message).answer, (number) => sources.has(number));
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { readTurn } from "@/lib/client/read-turn";
import { beginHearing, hearMore, hearRest, type Heard } from "@/lib/client/spoken-text";
import type { ChatMessage, ProgressData } from "@/lib/protocol/chat-message";

const beatMs = 2_000;

type ReplyAnnouncerProps = {
  message: ChatMessage | undefined;
  progress: ProgressData | null;
  isReplying: boolean;
};

/** Tells a screen reader how it goes: stages as they change and sentences once they are finished, a beat at a time. */
export function ReplyAnnouncer({ message, progress, isReplying }: ReplyAnnouncerProps) {
  const t = useTranslations("chat");
  const [spoken, setSpoken] = useState("");
  const latest = useRef({ message, progress });
  const told = useRef<Told | null>(null);
  useEffect(() => {
    latest.current = { message, progress };
  });

  useEffect(() => {
    if (!isReplying) {
      // What came last is known only after the render that ended it: a cleanup would still see the one before.
      const before = told.current;
      told.current = null;
      const end =
        before === null
          ? undefined
          : setTimeout(() => setSpoken(toLastWords(latest.current.message, before, t)), 0);
      return () => clearTimeout(end);
    }
    const first = latest.current.message;
    const now: Told = { first, stage: "", heard: beginHearing(first?.id, readAnswer(first)) };
    told.current = now;
    const start = setTimeout(() => setSpoken(t("live.started")), 0);
    const timer = setInterval(() => {
      const words = tellMore(now, latest.current.message, latest.current.progress, t);
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
function tellMore(
  told: Told,
  message: ChatMessage | undefined,
  progress: ProgressData | null,
  t: Translate,
): string {
  const answer = readAnswer(message);
  const { spoken, heard } = hearMore(told.heard, message?.id, answer);
  const stage = progress?.stage ?? "";
  const isNewStage = stage !== "" && stage !== told.stage && answer === "";
  Object.assign(told, { stage, heard });
  if (spoken !== "") return spoken;
  return isNewStage && progress ? t(`trail.stage.${progress.stage}`) : "";
}

/** The rest of the answer, and that it is over. */
function toLastWords(message: ChatMessage | undefined, { first, heard }: Told, t: Translate): string {
  if (message?.role !== "assistant" || message === first) return "";
  const outcome = message.metadata?.outcome;
  if (outcome === "failed") return t("live.failed");
  return `${hearRest(heard, message.id, readAnswer(message))} ${t(toEnding(outcome))}`.trim();
}

function toEnding(
  outcome: NonNullable<ChatMessage["metadata"]>["outcome"],
): "live.stopped" | "live.ended" | "live.done" {
  if (outcome === "stopped") return "live.stopped";
  return outcome === "limited" || outcome === "interrupted" ? "live.ended" : "live.done";
}

function readAnswer(message: ChatMessage | undefined): string {
  return message?.role === "assistant" ? readTurn(message).answer : "";
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { readTurn } from "@/lib/client/read-turn";
import type { SessionState } from "@/lib/client/session-state";
import { readFinishedSentences, toPlainText } from "@/lib/client/spoken-text";
import type { ChatMessage } from "@/lib/protocol/chat-message";

const beatMs = 2_000;

/** Tells a screen reader how it goes: stages as they change and sentences once they are finished, a beat at a time. */
export function Announcer({ message, state }: { message: ChatMessage | undefined; state: SessionState }) {
  const t = useTranslations("chat");
  const [spoken, setSpoken] = useState("");
  const isBusy = state.phase !== "idle";
  const latest = useRef({ message, state });
  useEffect(() => {
    latest.current = { message, state };
  });

  useEffect(() => {
    if (!isBusy) return;
    const first = latest.current.message;
    const heard = { stage: "", next: 0 };
    const start = setTimeout(() => setSpoken(t("live.started")), 0);
    const timer = setInterval(() => {
      const now = latest.current;
      const answer = now.message?.role === "assistant" ? readTurn(now.message).answer : "";
      const { spoken: sentences, next } = readFinishedSentences(answer, heard.next);
      const stage = now.state.progress?.stage ?? "";
      const isNewStage = stage !== "" && stage !== heard.stage && answer === "";
      if (sentences !== "") setSpoken(sentences);
      else if (isNewStage && now.state.progress) setSpoken(t(`trail.stage.${now.state.progress.stage}`));
      Object.assign(heard, { stage, next });
    }, beatMs);
    return () => {
      clearTimeout(start);
      clearInterval(timer);
      setSpoken(toLastWords(latest.current.message, first, heard.next, t));
    };
  }, [isBusy, t]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

/** The rest of the answer, and that it is over. */
function toLastWords(
  message: ChatMessage | undefined,
  before: ChatMessage | undefined,
  from: number,
  t: ReturnType<typeof useTranslations<"chat">>,
): string {
  if (message?.role !== "assistant" || message === before) return "";
  const outcome = message.metadata?.outcome;
  if (outcome === "failed") return t("live.failed");
  const rest = toPlainText(readTurn(message).answer.slice(from));
  return `${rest} ${outcome === "stopped" ? t("live.stopped") : t("live.done")}`.trim();
}

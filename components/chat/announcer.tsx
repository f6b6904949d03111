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
  const heard = useRef<Heard | null>(null);
  useEffect(() => {
    latest.current = { message, state };
  });

  useEffect(() => {
    if (!isBusy) {
      // What came last is known only after the render that ended it: a cleanup would still see the one before.
      const before = heard.current;
      heard.current = null;
      const end = before === null ? undefined : setTimeout(() => setSpoken(toLastWords(latest.current.message, before, t)), 0);
      return () => clearTimeout(end);
    }
    const told: Heard = { first: latest.current.message, stage: "", next: 0 };
    heard.current = told;
    const start = setTimeout(() => setSpoken(t("live.started")), 0);
    const timer = setInterval(() => {
      const now = latest.current;
      const answer = now.message?.role === "assistant" ? readTurn(now.message).answer : "";
      const { spoken: sentences, next } = readFinishedSentences(answer, told.next);
      const stage = now.state.progress?.stage ?? "";
      const isNewStage = stage !== "" && stage !== told.stage && answer === "";
      if (sentences !== "") setSpoken(sentences);
      else if (isNewStage && now.state.progress) setSpoken(t(`trail.stage.${now.state.progress.stage}`));
      Object.assign(told, { stage, next });
    }, beatMs);
    return () => {
      clearTimeout(start);
      clearInterval(timer);
    };
  }, [isBusy, t]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

/** What was told of the running reply so far, and the message that was there before it. */
type Heard = { first: ChatMessage | undefined; stage: string; next: number };

/** The rest of the answer, and that it is over. */
function toLastWords(message: ChatMessage | undefined, { first, next }: Heard, t: ReturnType<typeof useTranslations<"chat">>): string {
  if (message?.role !== "assistant" || message === first) return "";
  const outcome = message.metadata?.outcome;
  if (outcome === "failed") return t("live.failed");
  const rest = toPlainText(readTurn(message).answer.slice(next));
  return `${rest} ${outcome === "stopped" ? t("live.stopped") : t("live.done")}`.trim();
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { setSignal } from "@/components/ui/tab-signal";
import { findAnswerSignal, type AnswerSignal } from "./answer-signal";
import type { ConversationStore } from "@/lib/client/conversation/store";

/** Tells who looks elsewhere that the answer is ready or waits for them, as far as they want it told. */
export function useAnswerSignal(store: ConversationStore): void {
  const t = useTranslations("chat.signal");
  useEffect(() => {
    const signal = (what: AnswerSignal) => {
      const { answerSound, notices } = document.documentElement.dataset;
      if (answerSound === "on") void import("@/lib/client/play-sound").then(({ playSound }) => playSound());
      if (!document.hidden) return;
      setSignal(true);
      if (notices === "on") notify(t(what));
    };
    const unsubscribe = store.subscribe((now, before) => {
      const what = findAnswerSignal(before, now);
      if (what !== null) signal(what);
    });
    const onVisible = () => document.hidden || setSignal(false);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", onVisible);
      setSignal(false);
    };
  }, [store, t]);
}

/** Says nothing of what was asked: others may look at the screen. */
function notify(text: string): void {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification("Sextant", { body: text, tag: "answer", icon: "/icon.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // On phones pages may not: the title's mark is what remains.
  }
}

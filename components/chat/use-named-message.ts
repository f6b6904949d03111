"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { showToast } from "@/components/shell/toast";
import type { SessionState } from "@/lib/client/session-state";
import type { ChatMessage } from "@/lib/protocol/chat-message";

type Options = { messages: ChatMessage[]; state: SessionState; loadOlder: (limit: number) => Promise<void> };

/** Far enough for 2,500 messages. */
const mostPages = 25;
const messagesOfPage = 100;

/** Leads to the message that the address names, `?message=` and its id, and loads older ones until it is there. Says so when it is not. */
export function useNamedMessage({ messages, state, loadOlder }: Options): void {
  const t = useTranslations("chat");
  const named = useSearchParams().get("message");
  const pages = useRef(0);
  const done = useRef<string | null>(null);
  const isThere = messages.some(({ id }) => id === named);
  const canLoad = state.olderCursor !== null && state.problem === null;
  useEffect(() => {
    if (named === null) done.current = null;
    if (named === null || named === done.current) return;
    if (!isThere && canLoad && pages.current < mostPages) {
      if (state.isLoadingOlder) return;
      pages.current += 1;
      void loadOlder(messagesOfPage);
      return;
    }
    pages.current = 0;
    done.current = named;
    if (isThere) showMessage(named);
    else if (state.problem === null) showToast({ text: t("notReached") });
    // Whoever loads the page again goes on where they are. Next follows the address once it has begun itself.
    requestAnimationFrame(() => window.history.replaceState(null, "", window.location.pathname));
  }, [named, isThere, canLoad, state.isLoadingOlder, state.problem, loadOlder, t]);
}

function showMessage(id: string): void {
  const element = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  if (element === null) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
  // What lies between has its real height only now.
  requestAnimationFrame(() => element.scrollIntoView({ block: "start" }));
  // Within its own box: what is drawn around it is cut off.
  element.animate([{ backgroundColor: "var(--tint)", borderRadius: "8px", offset: 0 }], {
    duration: 2_400,
    easing: "ease-in",
  });
}

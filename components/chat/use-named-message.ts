"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { showToast } from "@/components/ui/toast";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { ConversationStore } from "@/lib/client/conversation/store";

/** Far enough for 2,500 messages. */
const mostPages = 25;
const messagesOfPage = 100;

/** Leads to the message that the address names, `?message=` and its id, and loads older ones until it is there. Says so when it is not. */
export function useNamedMessage(store: ConversationStore): void {
  const t = useTranslations("chat");
  const named = useSearchParams().get("message");
  const pages = useRef(0);
  const done = useRef<string | null>(null);
  const { isThere, canLoad, isLoading, hasProblem } = useStore(
    store,
    useShallow(({ messages, olderCursor, problem, isLoadingOlder }) => ({
      isThere: messages.some(({ id }) => id === named),
      canLoad: olderCursor !== null && problem === null,
      isLoading: isLoadingOlder,
      hasProblem: problem !== null,
    })),
  );
  useEffect(() => {
    if (named === null) done.current = null;
    if (named === null || named === done.current) return;
    if (!isThere && canLoad && pages.current < mostPages) {
      if (isLoading) return;
      pages.current += 1;
      void store.getState().loadOlder(messagesOfPage);
      return;
    }
    pages.current = 0;
    done.current = named;
    if (isThere) showMessage(named);
    else if (!hasProblem) showToast({ text: t("notReached") });
    // Whoever loads the page again goes on where they are. Next follows the address once it has begun itself.
    requestAnimationFrame(() => window.history.replaceState(null, "", window.location.pathname));
  }, [named, isThere, canLoad, isLoading, hasProblem, store, t]);
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

import { useEffect, useRef, useState } from "react";
import type { MemoriesReply } from "@/lib/protocol/memories";
import { toFactElementId } from "./fact-row";

/** `isMissing`: it was neither when the page was opened. */
type Opened = {
  factId: string | null;
  isHistoryOpen: boolean;
  setHistoryOpen: (isOpen: boolean) => void;
  isMissing: boolean;
};

/** Leads to the fact that the address names, in force or not. `given` is what the server read of it. */
export function useOpenedFact(given: string | null, reply: MemoriesReply): Opened {
  // The page that a person comes back to is not asked of the server again.
  const [named] = useState(readNamedFact);
  const factId = given ?? named;
  const isInForce = reply.facts.some(({ id }) => id === factId);
  const isEnded = !isInForce && reply.history.some(({ id }) => id === factId);
  const [isHistoryOpen, setHistoryOpen] = useState(isEnded);
  const [isMissing] = useState(factId !== null && !isInForce && !isEnded);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (factId === null || shown.current === factId) return;
    const element =
      document.getElementById(toFactElementId(factId)) ??
      document.querySelector<HTMLElement>(`[data-past="${CSS.escape(factId)}"]`);
    if (element === null) return;
    shown.current = factId;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "center" });
    element.animate([{ backgroundColor: "var(--tint)" }, { backgroundColor: "transparent" }], {
      duration: 2_400,
      easing: "ease-in",
    });
  }, [factId, isInForce, isHistoryOpen]);
  return { factId, isHistoryOpen, setHistoryOpen, isMissing };
}

function readNamedFact(): string | null {
  return typeof window === "undefined" ? null : new URLSearchParams(window.location.search).get("fact");
}

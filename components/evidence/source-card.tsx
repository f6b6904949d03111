"use client";

import { useContext, useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { ClaimsContext } from "@/components/markdown/evidence-context";
import { useDateText } from "./use-date-text";
import { VerdictText } from "./verdict-text";
import { SourcesContext } from "@/components/markdown/sources-context";
import { useSourcePlace } from "@/components/markdown/use-source-place";
import { joinClasses } from "@/components/ui/class-names";
import { placeBeside } from "@/components/ui/place-beside";
import { findCitedClaim, type CitedClaim } from "@/lib/client/message/claims";
import { toPlainPassage } from "@/lib/client/plain-passage";
import { readClaims } from "@/lib/client/message/use-claims";
import type { ChatMessage } from "@/lib/protocol/chat-message";

const leaveMs = 150;

type SourceCardProps = { area: RefObject<HTMLElement | null>; messages: ChatMessage[] };

/** Shows the source whose number is hovered or focused in `area`, with what the check found. Esc hides it. */
export function SourceCard({ area, messages }: SourceCardProps) {
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const anchor = usePointedSource(area, card);
  const source = useContext(SourcesContext).get(Number(anchor?.dataset["source"]));
  const cited = useCitedClaim(anchor, messages);
  const toDateText = useDateText();
  const toPlace = useSourcePlace();
  const passage = cited?.source.passage?.quote;
  const words = toPlainPassage(passage ?? source?.snippet ?? "");

  // Before anybody sees it: a card whose source is gone must not stand there empty.
  useLayoutEffect(() => {
    const element = card.current;
    if (!element || !anchor || !source) return;
    element.showPopover();
    placeBeside(element, anchor);
    anchor.setAttribute("aria-describedby", id);
    return () => {
      element.hidePopover();
      anchor.removeAttribute("aria-describedby");
    };
  }, [anchor, source, id]);

  return (
    <div
      ref={card}
      id={id}
      popover="manual"
      role="tooltip"
      className="fixed inset-auto w-80 max-w-[calc(100vw-1rem)] rounded-xl border border-hairline bg-raised p-3 text-sm leading-5 shadow-float"
    >
      {source && (
        <>
          <p className="font-semibold">{source.title}</p>
          <p className="truncate text-xs text-quiet">
            {[toPlace(source), toDateText(source.publishedAt, "date")].filter(Boolean).join(" · ")}
          </p>
          {words && (
            <blockquote
              dir="auto"
              className={joinClasses(
                "mt-1.5 line-clamp-6",
                passage === undefined ? "text-quiet" : "border-s-2 border-mark ps-2",
              )}
            >
              {words}
            </blockquote>
          )}
          {cited && <VerdictText source={cited.source} className="mt-1.5 text-xs" />}
        </>
      )}
    </div>
  );
}

/** What the check says of the mark that is pointed at. */
function useCitedClaim(anchor: HTMLElement | null, messages: ChatMessage[]): CitedClaim | null {
  const polled = useContext(ClaimsContext);
  const { mark, source } = anchor?.dataset ?? {};
  if (mark === undefined) return null;
  const messageId = anchor?.closest<HTMLElement>("[data-message]")?.dataset["message"];
  const message = messages.find(({ id }) => id === messageId);
  return message === undefined ? null : findCitedClaim(readClaims(message, polled), mark, Number(source));
}

/** The element with a source's number that is pointed at, also while the pointer is on its card. A finger
 * opens what it touches, and a card over that is in the way. */
function usePointedSource(
  area: RefObject<HTMLElement | null>,
  card: RefObject<HTMLElement | null>,
): HTMLElement | null {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = 0;
    const point = (event: Event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      if (event.type === "focusin" && target?.matches(":focus-visible") !== true) return;
      const next = target?.closest<HTMLElement>("[data-source]") ?? null;
      clearTimeout(timer);
      if (next) {
        top = next.getBoundingClientRect().top;
        setAnchor(next);
      } else if (!(target && card.current?.contains(target)))
        timer = setTimeout(() => setAnchor(null), leaveMs);
    };
    const { signal } = left;
    for (const kind of ["pointerover", "focusin"]) area.current?.addEventListener(kind, point, { signal });
    area.current?.addEventListener("pointerleave", point, { signal });
    area.current?.addEventListener("focusout", () => (timer = setTimeout(() => setAnchor(null), leaveMs)), {
      signal,
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && setAnchor(null), { signal });
    // The focus itself may have scrolled there, before the card was placed.
    const onScroll = () => setAnchor((now) => (now?.getBoundingClientRect().top === top ? now : null));
    document.addEventListener("scroll", onScroll, { signal, capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [area, card]);
  return anchor;
}

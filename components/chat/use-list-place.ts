"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** How near the end counts as being there, in pixels. */
const nearPx = 40;

type ListPlace = {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  toEnd: () => void;
};

type ListState = {
  /** Tells that something was put in front. */
  firstKey: string | undefined;
  /** The question that is being answered. */
  asked: string | null;
  /** The script runs. Before, the list is laid out from its end. */
  isLive: boolean;
};

/**
 * Opens a list at its end and scrolls once to each question; besides, nothing scrolls by itself. What is read
 * stays in place when something is put in front.
 */
export function useListPlace({ firstKey, asked, isLive }: ListState): ListPlace {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const seen = useRef<Seen>({ top: 0, height: 0, view: 0, isOpening: true, firstKey });
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
    setAtEnd(true);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || seen.current.firstKey === firstKey) return;
    const { top, height, firstKey: before } = seen.current;
    seen.current.firstKey = firstKey;
    if (before !== undefined && !seen.current.isOpening)
      element.scrollTop = top + element.scrollHeight - height;
  }, [firstKey]);

  useLayoutEffect(() => {
    if (isLive && scroller.current && content.current)
      return watchPlace(scroller.current, content.current, seen.current, setAtEnd);
  }, [isLive]);

  useEffect(() => {
    if (asked === null) return;
    seen.current.isOpening = false;
    content.current?.querySelector(`[data-turn="${CSS.escape(asked)}"]`)?.scrollIntoView({ block: "start" });
  }, [asked]);

  return { scroller, content, isAtEnd, toEnd };
}

/** The last visible place of the list. It stays at the end until the person or a question moves it. */
type Seen = { top: number; height: number; view: number; isOpening: boolean; firstKey: string | undefined };

/** Keeps `seen` up to date until the function that it gives is called. */
function watchPlace(
  element: HTMLElement,
  inner: HTMLElement,
  seen: Seen,
  setAtEnd: (isAtEnd: boolean) => void,
): () => void {
  const note = () => {
    Object.assign(seen, { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight });
    setAtEnd(isNearEnd(element));
  };
  const onScroll = () => {
    // When content shrinks the browser moves the list up as well, but then it is at its end.
    if (element.scrollTop < seen.top - 1 && !isNearEnd(element)) seen.isOpening = false;
    note();
  };
  const onResize = () => {
    // A keyboard that opens takes its room from what was read above the end.
    const isOther = element.clientHeight !== seen.view;
    const wasAtEnd = seen.height - seen.top - seen.view < nearPx;
    if (seen.isOpening || (isOther && wasAtEnd)) element.scrollTop = element.scrollHeight;
    note();
  };
  // What a person opens should open under the pointer, not push itself out of sight.
  const onClick = () => void (seen.isOpening = false);
  element.scrollTop = element.scrollHeight;
  const observer = new ResizeObserver(onResize);
  element.addEventListener("scroll", onScroll, { passive: true });
  inner.addEventListener("click", onClick);
  observer.observe(inner);
  observer.observe(element);
  return () => {
    element.removeEventListener("scroll", onScroll);
    inner.removeEventListener("click", onClick);
    observer.disconnect();
  };
}

function isNearEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < nearPx;
}

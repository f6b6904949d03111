"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** How near the end counts as being there, in pixels. */
const nearPx = 40;

type FollowEnd = {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  toEnd: () => void;
};

/**
 * Keeps a growing list at its end until the person scrolls up, and keeps what is read in place when
 * `firstKey` tells that something was put in front.
 */
export function useFollowEnd(firstKey: string | undefined): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const seen = useRef<Seen>({ top: 0, height: 0, isFollowing: true, firstKey });
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    seen.current.isFollowing = true;
    element.scrollTop = element.scrollHeight;
    setAtEnd(true);
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || seen.current.firstKey === firstKey) return;
    const { top, height, firstKey: before } = seen.current;
    seen.current.firstKey = firstKey;
    if (before !== undefined && !seen.current.isFollowing)
      element.scrollTop = top + element.scrollHeight - height;
  }, [firstKey]);

  useLayoutEffect(() => toEnd(), [toEnd]);

  useEffect(() => {
    if (scroller.current && content.current)
      return watchEnd(scroller.current, content.current, seen.current, setAtEnd);
  }, []);

  return { scroller, content, isAtEnd, toEnd };
}

/** What was seen of the list last, and whether it is kept at its end. */
type Seen = { top: number; height: number; isFollowing: boolean; firstKey: string | undefined };

/** Keeps `seen` up to date and the list at its end, until the function that it gives is called. */
function watchEnd(
  element: HTMLElement,
  inner: HTMLElement,
  seen: Seen,
  setAtEnd: (isAtEnd: boolean) => void,
): () => void {
  const onScroll = () => {
    const { scrollTop, scrollHeight } = element;
    const isNear = isNearEnd(element);
    // When content shrinks the browser moves the list up as well, but then it is at its end.
    const hasMovedUp = scrollTop < seen.top - 1;
    if (isNear) seen.isFollowing = true;
    else if (hasMovedUp) seen.isFollowing = false;
    Object.assign(seen, { top: scrollTop, height: scrollHeight });
    setAtEnd(isNear || seen.isFollowing);
  };
  const observer = new ResizeObserver(() => {
    // As long as everything fits, nothing that was opened can be pushed out of sight.
    if (element.scrollHeight <= element.clientHeight) seen.isFollowing = true;
    if (seen.isFollowing) element.scrollTop = element.scrollHeight;
    Object.assign(seen, { top: element.scrollTop, height: element.scrollHeight });
    setAtEnd(isNearEnd(element));
  });
  // What a person opens should open under the pointer, not push itself out of sight.
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("summary, [aria-expanded]"))
      seen.isFollowing = false;
  };
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

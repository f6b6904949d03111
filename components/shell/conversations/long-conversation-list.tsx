import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from "react";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { ConversationRow, type RowProps } from "./conversation-row";
import type { DayGroup } from "./group-by-day";
import { groupHeadingClasses, useGroupName } from "./group-name";

type LongConversationListProps = RowProps & {
  groups: DayGroup[];
  year: number;
  /** What the list is scrolled in. */
  scroller: RefObject<HTMLElement | null>;
  /** Called again and again while its end is near; `null` where nothing follows. */
  onEnd: (() => void) | null;
};

/** A heading, without a conversation, or a row: `place` is its number in the group, from 1. */
type Item = { group: DayGroup; conversation: ConversationSummary | null; place: number };

/** In pixels, until they are measured. */
const itemHeight = 36;
/** How many rows are drawn around the visible ones, and how near to the end more are loaded. */
const overscan = 10;

/**
 * Draws the rows in view, the open one, and the one with the focus, wherever they are, each at its place: the
 * keyboard goes on from the row that it was on, and the open conversation can be found.
 */
export function LongConversationList({ groups, year, scroller, onEnd, ...rows }: LongConversationListProps) {
  const list = useRef<HTMLDivElement>(null);
  const toName = useGroupName();
  const items = useMemo(() => groups.flatMap(toItems), [groups]);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const above = useHeightAbove(list, scroller);
  const virtualizer = useVirtualizer({
    scrollMargin: above,
    count: items.length,
    getScrollElement: () => scroller.current,
    // It takes the place of rows that may have been scrolled.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    estimateSize: () => itemHeight,
    getItemKey: useCallback((index: number) => toKey(items[index]), [items]),
    rangeExtractor: usePinned(items, rows.openId, focusedId),
    overscan,
  });
  const isAtEnd = (virtualizer.range?.endIndex ?? 0) >= items.length - overscan;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  });
  useFocusedRow(list, (index) => setFocusedId(items[index]?.conversation?.id ?? null));
  const placed = placeItems(items, virtualizer.getVirtualItems(), above);
  return (
    <div
      ref={list}
      className="flow-root [overflow-anchor:none]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {groups.map((group) => (
        <PlacedGroup
          key={group.key}
          name={toName(group, year)}
          placed={placed.filter(({ item }) => item.group === group)}
          measure={virtualizer.measureElement}
          {...rows}
        />
      ))}
    </div>
  );
}

/** The pixels that what stands above the list takes where it is scrolled. */
function useHeightAbove(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const [element, scrolled] = [list.current, scroller.current];
    if (element === null || scrolled === null) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top - scrolled.getBoundingClientRect().top;
      setHeight(Math.round(top + scrolled.scrollTop));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const left = new AbortController();
    // What opens above moves the list without changing its size.
    scrolled.addEventListener("scroll", measure, { passive: true, signal: left.signal });
    return () => {
      observer.disconnect();
      left.abort();
    };
  }, [list, scroller]);
  return height;
}

/** Calls with the index of the row that gets the focus. */
function useFocusedRow(list: RefObject<HTMLElement | null>, onFocus: (index: number) => void): void {
  const note = useEffectEvent(onFocus);
  useEffect(() => {
    const left = new AbortController();
    const read = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
      if (row !== null) note(Number(row.dataset["index"]));
    };
    list.current?.addEventListener("focusin", read, { signal: left.signal });
    return () => left.abort();
  }, [list]);
}

/** An item that is drawn, its index, and the pixels between it and the one that is drawn before it. */
type PlacedItem = { item: Item; index: number; gap: number };

type PlacedGroupProps = RowProps & {
  name: string;
  placed: PlacedItem[];
  measure: (element: HTMLElement | null) => void;
};

/** What is drawn of a group. A reader is told which of its rows these are, and of how many. */
function PlacedGroup({ name, placed, measure, openId, ...row }: PlacedGroupProps) {
  if (placed.length === 0) return null;
  const toProps = ({ index, gap }: PlacedItem) => ({
    ...{ ref: measure, "data-index": index, style: { marginTop: gap } },
  });
  const [heading] = placed.filter(({ item }) => item.conversation === null);
  return (
    <section aria-label={name}>
      {heading && (
        <h2 {...toProps(heading)} className={`pt-3 ${groupHeadingClasses}`}>
          {name}
        </h2>
      )}
      <ul>
        {placed.map(
          (one) =>
            one.item.conversation !== null && (
              <li
                key={one.item.conversation.id}
                {...toProps(one)}
                aria-setsize={one.item.group.conversations.length}
                aria-posinset={one.item.place}
              >
                <ConversationRow
                  conversation={one.item.conversation}
                  isOpen={one.item.conversation.id === openId}
                  {...row}
                />
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

function toItems(group: DayGroup): Item[] {
  return [
    { group, conversation: null, place: 0 },
    ...group.conversations.map((conversation, index) => ({ group, conversation, place: index + 1 })),
  ];
}

function toKey(item: Item | undefined): string {
  return item?.conversation?.id ?? `group ${item?.group.key}`;
}

/** The rows in view, and those with these ids. */
function usePinned(items: readonly Item[], ...ids: (string | null)[]): (range: Range) => number[] {
  const [first, second] = ids;
  const pinned = useMemo(() => {
    const wanted = [first, second].filter((id) => typeof id === "string");
    return wanted.map((id) => items.findIndex(({ conversation }) => conversation?.id === id));
  }, [items, first, second]);
  return useCallback(
    (range) => {
      const indexes = new Set([...defaultRangeExtractor(range), ...pinned.filter((index) => index !== -1)]);
      return [...indexes].sort((a, b) => a - b);
    },
    [pinned],
  );
}

function placeItems(items: readonly Item[], drawn: readonly VirtualItem[], above: number): PlacedItem[] {
  let end = above;
  return drawn.flatMap(({ index, start, ...measured }) => {
    const item = items[index];
    const gap = start - end;
    end = measured.end;
    return item === undefined ? [] : [{ item, index, gap }];
  });
}

import { useCallback, useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { findTrigger, type Trigger } from "./find-trigger";

/** Takes a key that means something in the open list; says whether it did. */
export type TakeKey = (event: KeyboardEvent) => boolean;

export type Suggestions = {
  /** `null` while nothing is looked for. */
  trigger: Trigger | null;
  /** Something was looked for on this page: from then on what draws it stays loaded. */
  isUsed: boolean;
  listId: string;
  /** Looks again at what stands before the caret. */
  look: () => void;
  /** Until another word is begun. */
  close: () => void;
  /** The field is left; what is looked for there is shown again when somebody comes back. */
  leave: () => void;
  takeKey: TakeKey;
  /** The open list says here what it does with keys. */
  taker: RefObject<TakeKey | null>;
  showActive: (optionId: string | null) => void;
  /** What the field has to say of the list. */
  aria: { "aria-autocomplete": "list"; "aria-controls"?: string; "aria-activedescendant"?: string };
};

/** Whether what is written asks for a list of prompts, or of what can be mentioned. */
export function useSuggestions(box: RefObject<HTMLTextAreaElement | null>): Suggestions {
  const listId = useId();
  const taker = useRef<TakeKey | null>(null);
  const closedAt = useRef<number | null>(null);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [isUsed, setUsed] = useState(false);
  const [active, showActive] = useState<string | null>(null);
  const look = useCallback(() => {
    const found = box.current && findTrigger(box.current.value, box.current.selectionStart);
    if (found?.from !== closedAt.current) closedAt.current = null;
    const shown = closedAt.current === null ? found : null;
    if (shown !== null) setUsed(true);
    setTrigger((before) => (isSame(before, shown) ? before : shown));
  }, [box]);
  const leave = useCallback(() => setTrigger(null), []);
  return {
    ...{ trigger, isUsed, listId, look, leave, taker, showActive },
    close() {
      closedAt.current = trigger?.from ?? null;
      setTrigger(null);
    },
    takeKey: (event) => trigger !== null && taker.current?.(event) === true,
    aria: {
      "aria-autocomplete": "list",
      ...(trigger !== null &&
        active !== null && { "aria-controls": listId, "aria-activedescendant": active }),
    },
  };
}

function isSame(one: Trigger | null, other: Trigger | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.kind === other.kind && one.query === other.query && one.from === other.from && one.to === other.to
  );
}

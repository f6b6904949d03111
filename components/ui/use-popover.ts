import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, RefObject, ToggleEvent } from "react";
import { flushSync } from "react-dom";

type PopoverOptions = {
  place: (popover: HTMLElement, opener: HTMLElement) => void;
  onOpen?: (popover: HTMLElement) => void;
};

/** What makes a button open its popover. */
export type Opener = { ref: RefObject<HTMLButtonElement | null>; popoverTarget: string };

/** The browser's own popover, filled only while it is open, and the button that opens it. */
export function usePopover({ place, onOpen }: PopoverOptions) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The browser opens it before the script has run, too.
  useEffect(() => {
    if (popover.current?.matches(":popover-open")) setOpen(true);
  }, []);

  // The browser measures it, and gives the focus back, while its content is there.
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === "open") flushSync(() => setOpen(true));
  };
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== "open") return setOpen(false);
    if (opener.current) place(currentTarget, opener.current);
    onOpen?.(currentTarget);
  };
  return {
    isOpen,
    opener: { ref: opener, popoverTarget: id },
    popover: { ref: popover, id, popover: "auto" as const, onBeforeToggle, onToggle },
  };
}

export function hidePopover(inside: Element | null): void {
  inside?.closest<HTMLElement>("[popover]")?.hidePopover();
}

/** Enter takes what is chosen; in a form it would send that. */
export function closeOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  hidePopover(event.currentTarget);
}

"use client";

import { useId, useLayoutEffect, useRef, useState } from "react";
import type { ComponentProps, KeyboardEvent, ReactNode, ToggleEvent } from "react";
import { flushSync } from "react-dom";
import { isComposing } from "./is-composing";
import { joinClasses } from "./class-names";
import { placeBeside } from "./place-beside";

type Props = Omit<ComponentProps<"div">, "id" | "popover" | "role"> & {
  role: "menu" | "group";
  /** What opens it: a button with this as its `popoverTarget`. */
  trigger: (id: string) => ReactNode;
};

/**
 * The browser's own popover beside what opens it. Its content is in the page only while it is open. The arrow
 * keys, Home, End and first letters go through its items.
 */
export function Popover({ trigger, role, children, className, ...rest }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = (): void => {
    if (!popover.current?.matches(":popover-open") || anchor.current === null) return;
    placeBeside(popover.current, anchor.current);
    listItems(popover.current)[0]?.focus();
  };
  // The browser opens it before the script has run, too.
  useLayoutEffect(() => {
    if (popover.current?.matches(":popover-open")) setOpen(true);
  }, []);
  useLayoutEffect(() => {
    if (isOpen) place();
  }, [isOpen]);
  // The browser measures it, and gives the focus back, while its content is there.
  const onBeforeToggle = ({ newState }: ToggleEvent) => {
    if (newState === "open") flushSync(() => setOpen(true));
  };
  return (
    <>
      <span ref={anchor} className="flex min-w-0">
        {trigger(id)}
      </span>
      <div
        ref={popover}
        {...{ id, role, onKeyDown: moveFocus }}
        popover="auto"
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => (newState === "open" ? place() : setOpen(false))}
        className={joinClasses(
          "fixed inset-auto max-h-[calc(100dvh-1rem)] overflow-y-auto rounded-xl border border-hairline bg-raised p-1 text-sm shadow-float",
          className,
        )}
        {...rest}
      >
        {isOpen && children}
      </div>
    </>
  );
}

export function hidePopover(item: HTMLElement): void {
  item.closest<HTMLElement>("[popover]")?.hidePopover();
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = listItems(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const isInside = at === -1 && document.activeElement !== event.currentTarget;
  if (isInside || items.length === 0 || isComposing(event) || event.metaKey || event.ctrlKey) return;
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = steps[event.key] ?? findByLetter(items, at, event.key);
  if (next === -1) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}

/** The next one that begins so. */
function findByLetter(items: readonly HTMLElement[], at: number, key: string): number {
  const order = items.map((_, index) => (at + 1 + index) % items.length);
  const letter = key.toLocaleLowerCase();
  const found = order.find((index) => items[index]?.innerText.trim().toLocaleLowerCase().startsWith(letter));
  return key.length === 1 && key !== " " ? (found ?? -1) : -1;
}

function listItems(popover: HTMLElement): HTMLElement[] {
  return [...popover.querySelectorAll<HTMLElement>(".menu-item:not(:disabled)")];
}

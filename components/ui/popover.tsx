"use client";

import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { isComposing } from "./is-composing";
import { joinClasses } from "./class-names";
import { placeBeside } from "./place-beside";
import { usePopover, type Opener } from "./use-popover";

type Props = Omit<ComponentProps<"div">, "id" | "popover" | "role"> & {
  role: "menu" | "group";
  /** The button that opens it. */
  trigger: (opener: Opener) => ReactNode;
};

/** A popover beside what opens it. The arrow keys, Home, End and first letters go through its items. */
export function Popover({ trigger, role, children, className, ...rest }: Props) {
  const { isOpen, opener, popover } = usePopover({
    place: placeBeside,
    onOpen: (menu) => listItems(menu)[0]?.focus(),
  });
  return (
    <>
      {trigger(opener)}
      <div
        {...popover}
        {...{ role, onKeyDown: moveFocus }}
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

/** Arrows, Home and End move through a menu, and letters to the next item that begins with them. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
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
  return [...popover.querySelectorAll<HTMLElement>(':is([role^="menuitem"], .menu-item):not(:disabled)')];
}

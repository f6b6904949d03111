"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { joinClasses } from "./class-names";
import { IconButton } from "./icon-button";
import { placeBeside } from "./place-beside";
import type { TooltipSide } from "./tooltip";
import { hidePopover, usePopover } from "./use-popover";

type MenuProps = {
  label: string;
  icon: ReactNode;
  children: ReactNode;
  className?: string;
  /** The side on which the name appears: not the one on which there is no room. */
  tip?: TooltipSide;
};

/**
 * A button that opens a list of actions in the browser's own popover. Its children are `MenuItem`s, which are
 * in the page only while it is open.
 */
export function Menu({ label, icon, children, className, tip = "top" }: MenuProps) {
  const { isOpen, opener, popover } = usePopover({
    place: placeBeside,
    onOpen: (menu) => listItems(menu)[0]?.focus(),
  });
  return (
    <>
      <IconButton
        {...opener}
        {...{ label, icon, tip }}
        aria-haspopup="menu"
        {...(className !== undefined && { className })}
      />
      <div
        {...popover}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
        className="fixed inset-auto min-w-44 rounded-xl border border-hairline bg-raised p-1 text-sm shadow-float"
      >
        {isOpen && children}
      </div>
    </>
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  tone?: "plain" | "danger";
  /** It leads on, in what it stands in. */
  isKeptOpen?: boolean;
  disabled?: boolean;
};

export function MenuItem({
  icon,
  children,
  onSelect,
  tone = "plain",
  isKeptOpen = false,
  disabled,
}: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      onClick={(event) => {
        if (!isKeptOpen) hidePopover(event.currentTarget);
        onSelect();
      }}
      className={joinClasses(
        "flex min-h-9 w-full pointer-coarse:min-h-11 items-center gap-2 rounded-lg px-2.5 text-start transition-colors hover:bg-sunken focus-visible:bg-sunken disabled:opacity-50",
        tone === "danger" && "text-bad",
      )}
    >
      {icon}
      {children}
    </button>
  );
}

/** Arrows, Home and End move through a menu, and letters to the next item that begins with them. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = listItems(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: Math.max(at, 0) - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next =
    steps[event.key] ?? findByLetter(event, [...items.slice(at + 1), ...items.slice(0, at + 1)], items);
  if (next === undefined || next < 0 || items.length === 0) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}

function findByLetter(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  inTurn: HTMLElement[],
  items: HTMLElement[],
) {
  if (key.trim().length !== 1 || ctrlKey || metaKey || altKey) return -1;
  const isNamed = ({ textContent }: HTMLElement) =>
    textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  return items.findIndex((item) => item === inTurn.find(isNamed));
}

function listItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
}

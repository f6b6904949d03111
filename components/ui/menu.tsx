"use client";

import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
} from "react";
import { flushSync } from "react-dom";
import { joinClasses } from "./class-names";
import { IconButton } from "./icon-button";
import { placeBeside } from "./place-beside";
import type { TooltipSide } from "./tooltip";

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
  const id = useId();
  const trigger = useRef<HTMLSpanElement>(null);

  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The browser opens it before the script has run, too.
  useEffect(() => {
    if (popover.current?.matches(":popover-open")) setOpen(true);
  }, []);

  // The browser measures it, and gives the focus back, while its items are there.
  const onBeforeToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === "open") flushSync(() => setOpen(true));
  };
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== "open") return setOpen(false);
    if (!trigger.current) return;
    placeBeside(event.currentTarget, trigger.current);
    listItems(event.currentTarget)[0]?.focus();
  };

  return (
    <>
      <span ref={trigger} className="inline-flex">
        <IconButton
          label={label}
          icon={icon}
          popoverTarget={id}
          aria-haspopup="menu"
          className={className}
          tip={tip}
        />
      </span>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
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
  disabled?: boolean;
};

export function MenuItem({ icon, children, onSelect, tone = "plain", disabled }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
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

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const items = listItems(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = steps[event.key];
  if (next === undefined || items.length === 0) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}

function listItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
}

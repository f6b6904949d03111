"use client";

import type { ReactNode } from "react";
import { joinClasses } from "./class-names";
import { IconButton } from "./icon-button";
import { hidePopover, Popover } from "./popover";
import type { TooltipSide } from "./tooltip";

type MenuProps = {
  label: string;
  icon: ReactNode;
  children: ReactNode;
  className?: string;
  /** The side on which the name appears: not the one on which there is no room. */
  tip?: TooltipSide;
};

/** A button that opens a list of actions. Its children are `MenuItem`s. */
export function Menu({ label, icon, children, className, tip = "top" }: MenuProps) {
  return (
    <Popover
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="min-w-44"
      trigger={(popoverTarget) => (
        <IconButton {...{ label, icon, className, tip, popoverTarget }} aria-haspopup="menu" />
      )}
    >
      {children}
    </Popover>
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
        hidePopover(event.currentTarget);
        onSelect();
      }}
      className={joinClasses(
        "menu-item h-auto min-h-9 py-1.5 disabled:opacity-50",
        tone === "danger" && "text-bad",
      )}
    >
      {icon}
      {children}
    </button>
  );
}

"use client";

import type { ReactNode } from "react";
import { joinClasses } from "./class-names";
import { IconButton } from "./icon-button";
import { Popover } from "./popover";
import type { TooltipSide } from "./tooltip";
import { hidePopover } from "./use-popover";

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
      trigger={(opener) => (
        <IconButton {...opener} {...{ label, icon, className, tip }} aria-haspopup="menu" />
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
        "menu-item h-auto min-h-9 py-1.5 disabled:opacity-50",
        tone === "danger" && "text-bad",
      )}
    >
      {icon}
      {children}
    </button>
  );
}

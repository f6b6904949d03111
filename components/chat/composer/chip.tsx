"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { usePopover } from "@/components/ui/use-popover";

type ChipProps = {
  /** What is chosen here. */
  name: string;
  /** What holds, for who does not see it. */
  spoken?: string;
  icon?: ReactNode;
  words?: ReactNode;
  /** It differs from the default. */
  isSet?: boolean;
  keys?: string;
  className?: string;
  /** Loaded when it is opened. */
  menu: ReactNode;
};

/** A choice beside the text: it says what holds, and opens what can be chosen. */
export function Chip({ name, spoken, icon, words, isSet = false, keys, className, menu }: ChipProps) {
  const t = useTranslations("chat.choice");
  const { isOpen, opener, popover } = usePopover({ place });
  return (
    <>
      <button
        {...opener}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={spoken === undefined ? name : t("chip", { name, words: spoken })}
        aria-keyshortcuts={keys}
        title={name}
        className={joinClasses(toChipClasses(isSet), className)}
      >
        {icon}
        {words}
        {words !== undefined && <ChevronDown size={14} aria-hidden className="shrink-0 max-sm:hidden" />}
      </button>
      <div
        {...popover}
        role="dialog"
        aria-label={name}
        className="fixed inset-auto min-h-12 overflow-y-auto overscroll-contain border border-hairline bg-raised p-1 text-sm font-normal text-ink shadow-float backdrop:bg-ink/30 max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:max-h-[85dvh]! max-sm:w-full max-sm:max-w-none max-sm:rounded-t-3xl max-sm:p-3 max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] sm:w-84 sm:rounded-xl sm:backdrop:bg-transparent"
      >
        {isOpen && (
          // What is typed meanwhile is not for the question.
          <Suspense fallback={<Focused>{null}</Focused>}>
            <Focused>{menu}</Focused>
          </Suspense>
        )}
      </div>
    </>
  );
}

export function toChipClasses(isSet: boolean): string {
  return joinClasses(
    "flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-lg px-2 text-sm transition-colors duration-120 pointer-coarse:h-11 pointer-coarse:min-w-11",
    isSet
      ? "bg-tint font-medium text-accent"
      : "text-soft hover:bg-sunken hover:text-ink aria-expanded:bg-sunken",
  );
}

/** Focuses the choice, or the first item, once loaded; does not open an on-screen keyboard. */
export function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>(
      '[aria-checked="true"], [role="menuitem"], :is(input, select):enabled',
    );
    const isTyped = first instanceof HTMLInputElement && matchMedia("(pointer: coarse)").matches;
    (isTyped ? box.current : (first ?? box.current))?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

const gap = 6;
const edge = 8;

/** Opens on the side with more room; a sheet where there is little. */
function place(popover: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const below = window.innerHeight - at.bottom;
  const isAbove = at.top > below;
  const left = Math.max(edge, Math.min(at.left, window.innerWidth - popover.offsetWidth - edge));
  popover.style.left = `${left}px`;
  popover.style.top = isAbove ? "auto" : `${at.bottom + gap}px`;
  popover.style.bottom = isAbove ? `${window.innerHeight - at.top + gap}px` : "auto";
  popover.style.maxHeight = `${Math.max(at.top, below) - gap - edge}px`;
}

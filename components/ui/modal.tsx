"use client";

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

type Props = {
  label: string;
  onClose: () => void;
  className: string;
  /** With `false`, for what is no form, the browser says what has the focus first. */
  isForWriting?: boolean;
  children: ReactNode;
};

/**
 * The browser's own dialog, open as long as it is mounted: it keeps the focus inside, gives it back, and
 * closes on Escape and on a press beside it. The first field has
 * the focus, in what only asks the way back, else the heading.
 */
export function Modal({ label, onClose, className, isForWriting = true, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    if (isForWriting) focusFirst(dialog);
    const onPress = (event: PointerEvent): void => {
      if (event.target === dialog) dialog.close();
    };
    dialog.addEventListener("pointerdown", onPress);
    return () => {
      dialog.removeEventListener("pointerdown", onPress);
      dialog.close();
      // Who closed it may have moved the focus on already.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    };
  }, [isForWriting]);
  return (
    <dialog
      ref={ref}
      aria-label={label}
      // Strict mode opens, closes and opens again: the first closing is told when it is open again.
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      className={className}
    >
      {children}
    </dialog>
  );
}

const fields =
  "input:not(:disabled, [readonly]), select:not(:disabled), textarea:not(:disabled, [readonly]), [role=switch]";

function focusFirst(dialog: HTMLDialogElement): void {
  const field = [...dialog.querySelectorAll<HTMLElement>(fields)].find((each) => each.checkVisibility());
  const isRadio = field instanceof HTMLInputElement && field.type === "radio";
  const chosen = isRadio && dialog.querySelector<HTMLElement>(`[name="${CSS.escape(field.name)}"]:checked`);
  const heading = dialog.querySelector<HTMLElement>("h1, h2");
  if (heading !== null) heading.tabIndex = -1;
  const safest = dialog.querySelector<HTMLElement>("[data-safest]");
  (chosen || field || safest || heading)?.focus();
}

"use client";

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

type Props = { label: string; onClose: () => void; className: string; children: ReactNode };

/**
 * The browser's own dialog, open as long as it is mounted: it keeps the focus inside, gives it back, and
 * closes on Escape and on a press beside it. A field to write in has the focus first.
 */
export function Modal({ label, onClose, className, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLInputElement>("input[type=text]")?.focus();
    const onPress = (event: PointerEvent): void => {
      if (event.target === dialog) dialog.close();
    };
    dialog.addEventListener("pointerdown", onPress);
    return () => {
      dialog.removeEventListener("pointerdown", onPress);
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
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

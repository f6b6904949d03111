"use client";

import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { joinClasses } from "./class-names";
import { IconButton } from "./icon-button";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  className?: string;
};

/** The browser's modal dialog: it holds the focus and gives it back, closes on Esc and a click beside it. */
export function Dialog({ isOpen, onClose, title, closeLabel, children, className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen) element?.close();
  }, [isOpen]);

  useEffect(() => {
    const element = dialog.current;
    const closeOnBackdrop = (event: MouseEvent) => event.target === element && element?.close();
    element?.addEventListener("click", closeOnBackdrop);
    return () => element?.removeEventListener("click", closeOnBackdrop);
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className={joinClasses(
        "m-auto max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] overflow-auto rounded-xl border border-hairline bg-raised p-0 text-ink shadow-float",
        className,
      )}
    >
      {isOpen && (
        <div className="p-5">
          <div className="mb-3 flex items-center justify-between gap-4">
            <h2 className="text-base font-semibold">{title}</h2>
            <IconButton label={closeLabel} icon={<X size={18} aria-hidden />} tip="left" onClick={onClose} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

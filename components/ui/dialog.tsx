"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { joinClasses } from "./class-names";
import { IconButton } from "./icon-button";
import { Modal } from "./modal";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  className?: string;
};

/** A modal with its title and a button that closes it. */
export function Dialog({ isOpen, onClose, title, closeLabel, children, className }: DialogProps) {
  if (!isOpen) return null;
  return (
    <Modal
      label={title}
      onClose={onClose}
      className={joinClasses(
        "m-auto max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] overflow-auto rounded-xl border border-hairline bg-raised p-0 text-ink shadow-float",
        className,
      )}
    >
      <div className="p-5">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 className="text-base font-semibold outline-none">{title}</h2>
          <IconButton label={closeLabel} icon={<X size={18} aria-hidden />} tip="left" onClick={onClose} />
        </div>
        {children}
      </div>
    </Modal>
  );
}

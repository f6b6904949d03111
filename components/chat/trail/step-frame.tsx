"use client";

import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

type StepFrameProps = { icon: ReactNode; head: ReactNode; facts?: string | undefined; children: ReactNode };

/** A step's line, which opens to what it holds. What is closed is not drawn. */
export function StepFrame({ icon, head, facts, children }: StepFrameProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="-mx-1.5 flex list-none items-start gap-2 rounded-lg px-1.5 py-1 transition-colors pointer-coarse:py-2.5 duration-150 hover:bg-sunken">
        <span aria-hidden className="mt-0.5 shrink-0 text-quiet">
          {icon}
        </span>
        <span className="min-w-0 flex-1 leading-5">{head}</span>
        {facts && <span className="shrink-0 text-xs leading-5">{facts}</span>}
        <ChevronRight
          size={14}
          aria-hidden
          className="mt-[3px] shrink-0 transition-transform duration-150 group-open:rotate-90"
        />
      </summary>
      {isOpen && <div className="pt-1 pb-2 pl-6">{children}</div>}
    </details>
  );
}

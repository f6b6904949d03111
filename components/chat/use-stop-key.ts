"use client";

import { useEffect } from "react";

/** Esc stops the running reply, unless it has something open to close. */
export function useStopKey(isBusy: boolean, stop: () => Promise<void>): void {
  useEffect(() => {
    if (!isBusy) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("dialog[open], [popover]:popover-open")) return;
      void stop();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isBusy, stop]);
}

"use client";

import { useEffect, useState } from "react";

/** Milliseconds, counted each second; `null` before the page runs, 0 at the end. A wrong clock adds none. */
export function useTimeLeft({ askedAt, dueAt }: { askedAt: number; dueAt: number }): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return now === null ? null : Math.min(dueAt - askedAt, Math.max(0, dueAt - now));
}

/** "4:31". */
export function toClockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

import { useEffect, useSyncExternalStore } from "react";
import { timeZoneCookie } from "@/i18n/locales";
import { writeCookie } from "./preferences";

export type Clock = { now: number; timeZone: string };

/** The minute and the zone in which days are counted: the server's guess while hydrating, then the browser's own. */
export function useClock(initial: Clock): Clock {
  const now = useSyncExternalStore(everyMinute, readMinute, () => initial.now);
  const timeZone = useSyncExternalStore(never, readTimeZone, () => initial.timeZone);
  useEffect(() => {
    if (timeZone !== initial.timeZone) writeCookie(timeZoneCookie, timeZone);
  }, [timeZone, initial.timeZone]);
  return { now, timeZone };
}

const minuteMs = 60_000;

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minuteMs);
  return () => clearInterval(timer);
}

function never(): () => void {
  return () => undefined;
}

function readMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs;
}

function readTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

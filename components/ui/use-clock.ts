import { useEffect, useSyncExternalStore } from "react";
import { timeZoneCookie } from "@/i18n/locales";
import { untilIdle } from "@/lib/client/wait";
import { writeCookie } from "./preferences";

export type Clock = { now: number; timeZone: string };

/** The minute, and the zone that days are counted in: the server's guess at hydration, then the browser's. */
export function useClock(initial: Clock): Clock {
  // By minutes on both sides: another time than the server's would draw the page a second time at once.
  const now = useSyncExternalStore(everyMinute, readMinute, () => toMinute(initial.now));
  const timeZone = useSyncExternalStore(
    whenIdle,
    () => zone ?? initial.timeZone,
    () => initial.timeZone,
  );
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

/** Reading the zone loads the browser's tables for it, which would hold up the page as it gets usable. */
function whenIdle(onChange: () => void): () => void {
  const left = new AbortController();
  void untilIdle(left.signal).then(() => {
    if (left.signal.aborted) return;
    zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
    onChange();
  });
  return () => left.abort();
}

let zone: string | null = null;

const readMinute = (): number => toMinute(Date.now());
const toMinute = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

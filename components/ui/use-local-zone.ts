import { useTimeZone } from "next-intl";
import { useSyncExternalStore } from "react";

/** The browser's time zone; while the server's page is taken over, the one that the server knew. */
export function useLocalZone(): string | undefined {
  const known = useTimeZone();
  return useSyncExternalStore(subscribeToNothing, getBrowserZone, () => known);
}

function getBrowserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

import { useSyncExternalStore } from "react";

/** Whether the script runs: not on the server, and not in the first drawing after it. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    listenToNothing,
    () => true,
    () => false,
  );
}

const listenToNothing = () => () => undefined;

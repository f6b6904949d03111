import { useSyncExternalStore } from "react";

/** Whether the browser has a connection at all. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
}

function listen(onChange: () => void): () => void {
  const left = new AbortController();
  for (const name of ["online", "offline"]) window.addEventListener(name, onChange, { signal: left.signal });
  return () => left.abort();
}

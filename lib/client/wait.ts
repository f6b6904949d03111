/** Waits, but no longer than until the connection is back, the page is looked at again, or the signal fires. Never throws. */
export function waitForConnection(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    if (signal.aborted) finish();
    signal.addEventListener("abort", finish, { signal: done.signal });
    if (typeof window === "undefined") return;
    window.addEventListener("online", finish, { signal: done.signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && finish(), {
      signal: done.signal,
    });
  });
}

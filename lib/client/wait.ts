/** Waits at most until the connection is back, the page is seen again, or the signal fires. Never throws. */
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

/** Waits, or until the signal fires. Never throws. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });
}

const idleLimitMs = 2_000;

/** Resolves when the browser is idle, after two seconds at the latest, or when the signal ends. */
export function untilIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: idleLimitMs });
    else setTimeout(resolve, 200);
  });
}

const touches = ["pointermove", "pointerdown", "keydown", "input", "scroll"] as const;

/** Resolves when the person does something with the page, or when the signal ends. */
export function untilTouched(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const finish = () => {
      done.abort();
      resolve();
    };
    if (signal.aborted) return finish();
    signal.addEventListener("abort", finish, { signal: done.signal });
    const options = { signal: done.signal, passive: true, capture: true };
    for (const touch of touches) window.addEventListener(touch, finish, options);
  });
}

/** Each time that the person comes back to the page, from another tab or window, until the signal fires. */
export function whenSeen(look: () => void, signal: AbortSignal): void {
  const lookIfSeen = () => document.visibilityState === "visible" && look();
  document.addEventListener("visibilitychange", lookIfSeen, { signal });
  window.addEventListener("focus", look, { signal });
}

const limitMs = 2_000;

/** Resolves when the browser has nothing else to do, after two seconds at the latest, or when the signal ends. */
export function untilIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: limitMs });
    else setTimeout(resolve, 200);
  });
}

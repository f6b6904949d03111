"use client";

import { useDeferredValue, useEffect, useSyncExternalStore } from "react";
import type { MathPlugin } from "streamdown";

let loaded: MathPlugin | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

/** The plugin that sets formulas, fetched when a block first needs it; deferred, so that many blocks are not all set in one go. */
export function useMathPlugin(isNeeded: boolean): MathPlugin | null {
  const plugin = useDeferredValue(useSyncExternalStore(subscribe, readLoaded, readNothing));
  useEffect(() => {
    if (isNeeded) void loadMath();
  }, [isNeeded]);
  return isNeeded ? plugin : null;
}

export async function loadMath(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  loaded = (await import("./math-plugin")).math;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const readLoaded = () => loaded;
const readNothing = () => null;

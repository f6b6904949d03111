"use client";

import { useDeferredValue, useEffect } from "react";
import type { MathPlugin } from "streamdown";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const mathStore = createStore<{ plugin: MathPlugin | null }>(() => ({ plugin: null }));
let isLoading = false;

/** The plugin that sets formulas, fetched when a block first needs it; deferred, so that many blocks are not all set in one go. */
export function useMathPlugin(isNeeded: boolean): MathPlugin | null {
  const plugin = useDeferredValue(useStore(mathStore).plugin);
  useEffect(() => {
    if (isNeeded) void loadMath();
  }, [isNeeded]);
  return isNeeded ? plugin : null;
}

export async function loadMath(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  mathStore.setState({ plugin: (await import("./math-plugin")).math });
}

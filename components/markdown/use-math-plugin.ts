"use client";

import { useDeferredValue, useEffect } from "react";
import type { MathPlugin } from "streamdown";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const mathStore = createStore<{ plugin: MathPlugin | null }>(() => ({ plugin: null }));
let isLoading = false;

/** Sets formulas; fetched when a block first needs it, deferred so that not all blocks are set at once. */
export function useMathPlugin(isNeeded: boolean): MathPlugin | null {
  const plugin = useDeferredValue(useStore(mathStore).plugin);
  useEffect(() => {
    if (isNeeded) void loadMath();
  }, [isNeeded]);
  return isNeeded ? plugin : null;
}

async function loadMath(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  mathStore.setState({ plugin: (await import("./math-plugin")).math });
}

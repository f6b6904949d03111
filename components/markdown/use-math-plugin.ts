"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { PluginConfig } from "streamdown";

let loaded: PluginConfig | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** The plugin that sets formulas, fetched when a text first needs it. */
export function useMathPlugin(isNeeded: boolean): PluginConfig | undefined {
  const plugins = useSyncExternalStore(subscribe, readLoaded, readNothing);
  useEffect(() => {
    if (isNeeded) void loadMath();
  }, [isNeeded]);
  return isNeeded ? plugins : undefined;
}

async function loadMath(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  const { math } = await import("./math-plugin");
  loaded = { math };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const readLoaded = () => loaded;
const readNothing = () => undefined;

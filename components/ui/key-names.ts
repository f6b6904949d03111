import { useSyncExternalStore } from "react";

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key of a shortcut as this machine's keyboard calls it. */
export function nameKey(key: string): string {
  if (key === "mod") return isApple() ? "⌘" : "Ctrl";
  return key === "alt" ? (isApple() ? "⌥" : "Alt") : key;
}

const subscribe = () => () => undefined;

/** The key that opens the palette together with K; the server, which cannot know it, says Ctrl. */
export function useModifierName(): string {
  return useSyncExternalStore(
    subscribe,
    () => nameKey("mod"),
    () => "Ctrl",
  );
}

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { temporaryAddress } from "@/lib/client/conversation/temporary";

/** `rename`: the title in the line above the open conversation. */
export type Overlay = "palette" | "shortcuts" | "rename";
export type SetOverlay = (overlay: Overlay | null) => void;

/** Which of them is open, and the keys that open them or start a new conversation, or a temporary one. */
export function useOverlay(): [Overlay | null, SetOverlay] {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useShortcuts((asked) => setOverlay((open) => (asked === open ? null : asked)));
  return [overlay, setOverlay];
}

/** The keys of every page. `onOverlay` hears what was asked for, `null` before a new conversation opens. */
export function useShortcuts(onOverlay: SetOverlay): void {
  const router = useRouter();
  const follow = useEffectEvent((action: Overlay | "new" | "temporary") => {
    if (action !== "new" && action !== "temporary") return onOverlay(action);
    onOverlay(null);
    router.push(action === "new" ? "/" : temporaryAddress);
  });
  useEffect(() => {
    const left = new AbortController();
    const onKey = (event: KeyboardEvent): void => {
      const action = toAction(event);
      if (action === null) return;
      event.preventDefault();
      follow(action);
    };
    window.addEventListener("keydown", onKey, { signal: left.signal });
    return () => left.abort();
  }, []);
}

/** Each with Ctrl or ⌘. */
const shortcuts: ReadonlyMap<string, Overlay | "new" | "temporary"> = new Map([
  ["k", "palette"],
  ["shift o", "new"],
  ["shift e", "temporary"],
]);

function toAction(event: KeyboardEvent): Overlay | "new" | "temporary" | null {
  const hasCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (!hasCommand) return key === "?" && !isTyping(event.target) ? "shortcuts" : null;
  if (event.altKey) return null;
  const shortcut = `${event.shiftKey ? "shift " : ""}${key}`;
  return shortcuts.get(shortcut) ?? null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

import { useEffect, useRef } from "react";

/** j and k go through the rows of a table, x chooses one; Return opens it, as its link is focused. */
export function useRowKeys() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const left = new AbortController();
    box.current?.addEventListener("keydown", walk, { signal: left.signal });
    return () => left.abort();
  });
  return box;
}

function walk({ target, currentTarget, key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  const isTyping = target.matches("input:not([type=checkbox]), select, textarea");
  if (isTyping || ctrlKey || metaKey || altKey) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.contains(target));
  if (key === "x") return rows[at]?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
  const step = key === "j" ? 1 : key === "k" ? -1 : 0;
  if (step === 0) return;
  const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
  next?.querySelector<HTMLElement>("[data-open], a, button, input")?.focus();
}

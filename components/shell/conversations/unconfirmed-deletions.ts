const key = "sextant.deleting";

/** Remembers, for the next page of this tab, a deletion that was sent while this one went away. */
export function keepUnconfirmed(id: string): void {
  try {
    sessionStorage.setItem(key, [...readIds(), id].join(" "));
  } catch {
    // Without storage the next page shows it for a moment more; the deletion itself is on its way.
  }
}

/** What the page before left behind, once. */
export function takeUnconfirmed(): string[] {
  const ids = readIds();
  if (ids.length > 0) sessionStorage.removeItem(key);
  return ids;
}

function readIds(): string[] {
  try {
    return (sessionStorage.getItem(key) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

const prefix = "draft:";

/** Text that was written and not sent, kept by conversation in this browser. Never throws: a full or closed storage keeps nothing. */
export function readDraft(key: string): string {
  try {
    return localStorage.getItem(prefix + key) ?? "";
  } catch {
    return "";
  }
}

export function writeDraft(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
  } catch {
    return;
  }
}

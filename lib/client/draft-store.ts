import { queuePrefix } from "./queue-store";
import { getStorage } from "./tab-storage";

const prefix = "draft:";
const ownerKey = "drafts-of";

/** Text that was written and not sent, kept by conversation in this browser. Never throws: a full or closed storage keeps nothing. */
export function readDraft(key: string): string {
  try {
    return getStorage(key).getItem(prefix + key) ?? "";
  } catch {
    return "";
  }
}

export function writeDraft(key: string, text: string): void {
  try {
    if (text === "") getStorage(key).removeItem(prefix + key);
    else getStorage(key).setItem(prefix + key, text);
  } catch {
    return;
  }
}

/** Removes all drafts, what waits to be sent, and whose they were: whoever uses this browser next must not read them. */
export function forgetDrafts(): void {
  forgetIn(() => localStorage);
  forgetIn(() => sessionStorage);
}

function forgetIn(open: () => Storage): void {
  try {
    const storage = open();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    const isTheirs = (key: string) =>
      key.startsWith(prefix) || key.startsWith(queuePrefix) || key === ownerKey;
    for (const key of keys.filter(isTheirs)) storage.removeItem(key);
  } catch {
    return;
  }
}

/** Makes the drafts in this browser this person's; those that another one left are removed, also when that one never signed out. */
export function claimDrafts(personId: string): void {
  try {
    const owner = localStorage.getItem(ownerKey);
    if (owner !== null && owner !== personId) forgetDrafts();
    localStorage.setItem(ownerKey, personId);
  } catch {
    return;
  }
}

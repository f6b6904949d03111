const prefix = "temporary:";

/** The key for what belongs to a temporary chat: it is kept as long as the tab is. */
export function toTemporaryKey(key: string): string {
  return prefix + key;
}

/** Where the browser keeps what belongs to a key. Throws where the storage is closed. */
export function getStorage(key: string): Storage {
  return key.startsWith(prefix) ? sessionStorage : localStorage;
}

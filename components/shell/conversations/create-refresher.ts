/**
 * Reads a list again, but never shows over a change what was read before it: that is dropped, and the list
 * is read once more when no change is on its way. `read` gives `null` when it could not.
 */
export function createRefresher<PAGE>(read: () => Promise<PAGE | null>, show: (page: PAGE) => void) {
  let pending = 0;
  let changes = 0;
  let isWanted = false;
  const refresh = async (): Promise<void> => {
    isWanted = pending > 0;
    if (isWanted) return;
    const before = changes;
    const page = await read();
    if (changes !== before) return refresh();
    if (page !== null) show(page);
  };
  return {
    refresh,
    /** Makes a change that the list shows already. */
    async change<RESULT>(work: () => Promise<RESULT>): Promise<RESULT> {
      pending += 1;
      changes += 1;
      try {
        return await work();
      } finally {
        pending -= 1;
        if (pending === 0 && isWanted) void refresh();
      }
    },
  };
}

import type { StoredDocument } from "@/lib/store/store";

/** How long what was learned of the store's clock holds: somebody may set this machine's. */
const keptMs = 60_000;

/** The store's clock beside this process's, as the newest document says that was read. `now` is this process's. */
export function createStoreClock(now: () => number) {
  let learned: { aheadMs: number; at: number } | null = null;
  return {
    learn({ readAt }: StoredDocument): void {
      learned = { aheadMs: readAt - now(), at: now() };
    },
    isKnown: (): boolean => learned !== null && Math.abs(now() - learned.at) < keptMs,
    /** A moment by this process's clock, as the store would call it. */
    toStoreTime: (moment: number): number => moment + (learned?.aheadMs ?? 0),
  };
}

/** Timers that come at most `lateMs` after their time say that the process keeps up. */
const lookMs = 50;
const lateMs = 10;
/** Who has waited so long goes on although there is none. */
const longestMs = 15_000;

type WaitingWork = { begin: () => void; since: number };
const waiting: WaitingWork[] = [];

/**
 * Resolves when this process has time for what is done beside the answers: never in the moment that a reply
 * begins, and for one after the other.
 */
export function waitForQuietMoment(): Promise<void> {
  return new Promise((begin) => {
    if (waiting.push({ begin, since: performance.now() }) === 1) look();
  });
}

function look(): void {
  const askedAt = performance.now();
  setTimeout(() => {
    const now = performance.now();
    const isQuiet = now - askedAt <= lookMs + lateMs;
    const first = waiting[0];
    if (first !== undefined && (isQuiet || now - first.since >= longestMs)) {
      waiting.shift();
      first.begin();
    }
    if (waiting.length > 0) look();
  }, lookMs);
}

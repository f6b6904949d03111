/** Timers that come at most `lateMs` after their time say that the process keeps up. */
const lookMs = 50;
const lateMs = 10;
/** Who has waited so long goes on although there is none. */
const longestMs = 5_000;
/** This share of those who wait goes on in each quiet look: they keep whole replies in memory. */
const quietShare = 0.2;

type WaitingWork = { begin: () => void; since: number };
const waiting: WaitingWork[] = [];

/**
 * Resolves when this process has time for what is done beside the answers: never in the moment that a reply
 * begins, and for a few at a time.
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
    const late = waiting.filter(({ since }) => now - since >= longestMs).length;
    const able = isQuiet ? Math.ceil(waiting.length * quietShare) : 0;
    for (const { begin } of waiting.splice(0, Math.max(late, able))) begin();
    if (waiting.length > 0) look();
  }, lookMs);
}

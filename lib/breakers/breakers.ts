import type { BreakerKind, BreakerReading, BreakerState } from "@/lib/protocol/breakers";
import { type Breaker, createBreaker, type Thresholds } from "./breaker";
import { createRests } from "./rests";

export type Breakers = ReturnType<typeof createBreakers>;
export const defaultThresholds: Thresholds = { failures: 5, pauseMs: 30_000 };

/** A breaker for each model reference, tool and search engine of this process, with the same thresholds. */
export function createBreakers(now: () => number) {
  let thresholds = defaultThresholds;
  const options = { now, thresholds: () => thresholds };
  const known: Record<BreakerKind, Map<string, Breaker>> = {
    model: new Map(),
    tool: new Map(),
    engine: new Map(),
  };

  return {
    rests: createRests(now),
    /** The same one for the same name, made on first use. */
    get(kind: BreakerKind, name: string): Breaker {
      const breaker = known[kind].get(name) ?? createBreaker(options);
      known[kind].set(name, breaker);
      return breaker;
    },
    /** Those whose last call failed: models, tools, engines. */
    list(): BreakerState[] {
      const listOf = (kind: BreakerKind) =>
        [...known[kind]].map(([name, breaker]) => ({ kind, name, ...breaker.read() }));
      return [...listOf("model"), ...listOf("tool"), ...listOf("engine")].filter(
        ({ failures }) => failures > 0,
      );
    },
    /** `false` where nothing of the name has failed here. */
    reset(kind: BreakerKind, name: string): boolean {
      const breaker = known[kind].get(name);
      if (breaker === undefined || breaker.read().failures === 0) return false;
      breaker.reset();
      return true;
    },
    /** Holds for every breaker from now on. */
    setThresholds(next: Thresholds): void {
      thresholds = next;
    },
  };
}

/** Seconds after which what a breaker refuses may be asked for again. */
export function toRetryAfter({ retryAfter }: BreakerReading): number {
  return Math.max(1, retryAfter ?? 1);
}

/** Why nothing was called. */
export function toPauseSentence(subject: string, reading: BreakerReading): string {
  const when =
    reading.state === "trying"
      ? "it is being tried again now"
      : `it is tried again in ${toRetryAfter(reading)} s`;
  return `${subject} is paused after ${reading.failures} ${reading.failures === 1 ? "failure" : "failures"}; ${when}.`;
}

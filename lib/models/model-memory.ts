const usualLifeMs = 3_600_000;
const mostModels = 200;

export type ModelMemory<FACT> = {
  get(ref: string): FACT | undefined;
  keep(ref: string, fact: FACT, lifeMs?: number): void;
};

/**
 * What this process has seen models take or refuse, for an hour where nothing is said: a server that is
 * started anew may take more. It saves requests and is no truth that other processes would have to know.
 */
export function createModelMemory<FACT>(now: () => number = Date.now): ModelMemory<FACT> {
  const known = new Map<string, { fact: FACT; until: number }>();
  return {
    get(ref) {
      const found = known.get(ref);
      return found !== undefined && found.until > now() ? found.fact : undefined;
    },
    keep(ref, fact, lifeMs = usualLifeMs) {
      known.delete(ref);
      known.set(ref, { fact, until: now() + lifeMs });
      for (const oldest of known.keys()) if (known.size > mostModels) known.delete(oldest);
    },
  };
}

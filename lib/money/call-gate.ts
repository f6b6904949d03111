/** How many calls of models a process makes at once, and of those for one person. */
export type GateLimits = { most: number; mostOfPerson: number };
/** Ends a call's place, once. */
export type Leave = () => void;
/** `onWait` is called where there is no room yet, and what it gives when there is. */
export type Entering = { signal?: AbortSignal | null | undefined; onWait?: (() => () => void) | undefined };
export type CallGate = ReturnType<typeof createCallGate>;

/**
 * Lets calls in while there is room. Where there is none, who has the fewest in flight is next, and among
 * equals who was let in longest ago; a person's own calls stay in their order.
 */
export function createCallGate({ most, mostOfPerson }: GateLimits) {
  const inFlight = new Map<string, number>();
  /** In the order in which people were let in. */
  const waiting = new Map<string, ((leave: Leave) => void)[]>();
  let total = 0;
  const countOf = (personId: string): number => inFlight.get(personId) ?? 0;

  function take(personId: string): Leave {
    total += 1;
    inFlight.set(personId, countOf(personId) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      total -= 1;
      if (countOf(personId) > 1) inFlight.set(personId, countOf(personId) - 1);
      else inFlight.delete(personId);
      letIn();
    };
  }

  function findNext(): string | undefined {
    const able = [...waiting.keys()].filter((personId) => countOf(personId) < mostOfPerson);
    const fewest = Math.min(...able.map(countOf));
    return able.find((personId) => countOf(personId) === fewest);
  }

  function letIn(): void {
    while (total < most) {
      const personId = findNext();
      if (personId === undefined) return;
      const [next, ...others] = waiting.get(personId) ?? [];
      waiting.delete(personId);
      if (others.length > 0) waiting.set(personId, others);
      next?.(take(personId));
    }
  }

  return {
    /** Rejects with the signal's reason while it waits. */
    async enter(personId: string, { signal, onWait }: Entering): Promise<Leave> {
      signal?.throwIfAborted();
      if (total < most && countOf(personId) < mostOfPerson) return take(personId);
      const goOn = onWait?.();
      const { promise, resolve, reject } = Promise.withResolvers<Leave>();
      waiting.set(personId, [...(waiting.get(personId) ?? []), resolve]);
      const onAbort = (): void => {
        const others = (waiting.get(personId) ?? []).filter((other) => other !== resolve);
        if (others.length > 0) waiting.set(personId, others);
        else waiting.delete(personId);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      return promise.finally(() => {
        signal?.removeEventListener("abort", onAbort);
        goOn?.();
      });
    },
  };
}

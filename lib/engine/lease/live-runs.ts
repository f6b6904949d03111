import { AppError } from "@/lib/errors";
import type { Run } from "@/lib/engine/run/run";

export type ConversationKey = { userId: string; conversationId: string };
export type RunKey = ConversationKey & { runId: string };

/** A conversation's seat, held from before anything is awaited until what took it is over. */
export type Seat = {
  /** Gives the seat to the run until that has ended, or frees it at once with `null`. */
  settle(run: Run | null): void;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

type TakenSeat = { begun: Run | null; starting: Promise<Run | null>; isTask: boolean };

/**
 * This process's runs by conversation; a conversation has at most one, the process at most `maxRuns`, beside
 * which the tasks of their plans are made.
 */
export function createLiveRuns({ maxRuns }: { maxRuns: number }) {
  const seats = new Map<string, TakenSeat>();
  let isClosed = false;
  const toKey = (userId: string, conversationId: string) => `${userId}/${conversationId}`;
  const listBegun = async (taken: readonly TakenSeat[]) =>
    (await Promise.all(taken.map(({ starting }) => starting))).filter((run) => run !== null);
  const count = () => {
    const steps = [...seats.values()].filter(({ isTask }) => isTask).length;
    return { replies: seats.size - steps, steps };
  };
  return {
    count,
    /** `null` when it is taken. Throws `overloaded` when there is no more room, or the server closes. */
    take(userId: string, conversationId: string, { isTask = false } = {}): Seat | null {
      if (isClosed) throw createOverload("The server is closing. Try again in a moment.");
      const key = toKey(userId, conversationId);
      if (seats.has(key)) return null;
      if (!isTask && count().replies >= maxRuns)
        throw createOverload("The server writes as many replies as it can. Try again in a moment.");
      const { promise, resolve } = Promise.withResolvers<Run | null>();
      const taken: TakenSeat = { begun: null, starting: promise, isTask };
      seats.set(key, taken);
      return {
        settle(run) {
          taken.begun = run;
          if (run === null) seats.delete(key);
          else void run.reply.done.finally(() => seats.delete(key));
          resolve(run);
        },
      };
    },
    /** Also a run that is only beginning: then it is waited for. `null` when nothing runs there. */
    async find(userId: string, conversationId: string): Promise<Run | null> {
      return (await seats.get(toKey(userId, conversationId))?.starting) ?? null;
    },
    has: (userId: string, conversationId: string): boolean => seats.has(toKey(userId, conversationId)),
    /** What runs for a person, or is beginning. */
    listOf: (userId: string): Promise<Run[]> =>
      listBegun([...seats].flatMap(([key, taken]) => (key.startsWith(`${userId}/`) ? [taken] : []))),
    findById(userId: string, runId: string): Run | null {
      const found = [...seats.values()].find(
        ({ begun }) => begun?.brief.userId === userId && begun.brief.id === runId,
      );
      return found?.begun ?? null;
    },
    /** Lets nothing more begin, and gives everything that runs or was beginning. */
    close(): Promise<Run[]> {
      isClosed = true;
      return listBegun([...seats.values()]);
    },
  };
}

const busyWaitSeconds = 5;

function createOverload(message: string): AppError {
  return new AppError("overloaded", message, { retryAfter: busyWaitSeconds });
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { CheckedWrite } from "./check-write";
import type { Documents } from "./documents";
import { createDraft, type Draft } from "./draft";
import type { GroupCommit } from "./group-commit";

/** Runs a transaction's work over a draft and gives what it wants to write. */
export type DraftWork<T> = (
  documents: Pick<Documents, "find" | "list">,
) => Promise<{ value: T; writes: CheckedWrite[] }>;
export type Together = {
  /** Whether some are at it: who comes now would lose to them. */
  isRunning(): boolean;
  /** What came of it, or `null` when it has to be tried alone. */
  run<T>(work: DraftWork<T>): Promise<{ value: T } | null>;
};

type Entry = { run: (draft: Draft) => Promise<void>; settle: (isCommitted: boolean) => void };

/** So many share a commit at most: between two of them the process does other things. */
const most = 32;

/**
 * For transactions that met each other, such as those of one person's quota: each reads what the one before is about to write, and
 * all are committed at once, so that a hundred of them wait for the disk a few times and not a hundred times.
 */
export function createTogether(documents: Documents, commits: GroupCommit, now: () => number): Together {
  const inside = new AsyncLocalStorage<true>();
  let waiting: Entry[] = [];
  let isRunning = false;

  async function runGroup(group: Entry[]): Promise<boolean> {
    const draft = createDraft(documents, now);
    for (const entry of group) await inside.run(true, () => entry.run(draft));
    return commits.run(() => {
      if (!draft.isCurrent()) return false;
      draft.listWrites().forEach(documents.apply);
      return true;
    });
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      // Whatever the commit met, each finds it out for itself when it is tried alone.
      const isCommitted = await runGroup(group).catch(() => false);
      for (const { settle } of group) settle(isCommitted);
    }
    isRunning = false;
  }

  return {
    isRunning: () => isRunning,
    run(work) {
      // One that is asked for inside another would wait for itself.
      if (inside.getStore() === true) return Promise.resolve(null);
      const { entry, outcome } = createEntry(work);
      waiting.push(entry);
      // All that lost in the same commit are here by then, and nothing new has been read meanwhile.
      if (!isRunning) process.nextTick(() => void runAll());
      isRunning = true;
      return outcome;
    },
  };
}

function createEntry<T>(work: DraftWork<T>): { entry: Entry; outcome: Promise<{ value: T } | null> } {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<{ value: T } | null>();
  let result: { value: T } | { error: unknown } | null = null;
  const entry: Entry = {
    async run(draft) {
      const refusedBefore = draft.refusals();
      try {
        const { value, writes } = await work(draft);
        if (draft.refusals() > refusedBefore) return;
        draft.applyAll(writes);
        result = { value };
      } catch (error) {
        if (draft.refusals() === refusedBefore) result = { error };
      }
    },
    settle(isCommitted) {
      if (!isCommitted || result === null) resolve(null);
      else if ("error" in result) reject(result.error);
      else resolve(result);
    },
  };
  return { entry, outcome };
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { CheckedWrite } from "./check-write";
import type { Documents } from "./documents";
import type { GroupCommit } from "./group-commit";
import { toFingerprint, toStoredDocument } from "./page";
import { applyChanges } from "./patch";
import { isAskedFor } from "./paths";
import type { DocumentData } from "./store";
import { createAlreadyExists, createConflict, createMissing } from "./store-errors";
import { parseDocumentText, toDocumentText } from "./values";

/** Runs a transaction's work over a draft and gives what it wants to write. */
export type DraftWork<T> = (
  documents: Pick<Documents, "find" | "list">,
) => Promise<{ value: T; writes: CheckedWrite[] }>;
export type Together = {
  /** Whether some are at it: who comes now would lose to them. */
  isRunning(): boolean;
  /** What came of it, or `null` when it has to be tried alone. */
  run<T>(work: DraftWork<T>, onApplied?: (value: T) => void): Promise<{ value: T } | null>;
};

type PendingCommit = {
  run: (draft: Draft) => Promise<void>;
  /** Others can read what it wrote. */
  tell: () => void;
  settle: (isCommitted: boolean) => void;
};

/** So many share a commit at most: between two of them the process does other things. */
const most = 32;

/**
 * For transactions that met each other, such as one person's quota's: each reads what the one before is about
 * to write, and all are committed at once, so that a hundred wait for the disk a few times, not a hundred.
 */
export function createTogether(documents: Documents, commits: GroupCommit, now: () => number): Together {
  const inside = new AsyncLocalStorage<true>();
  let waiting: PendingCommit[] = [];
  let isRunning = false;

  async function runGroup(group: PendingCommit[]): Promise<boolean> {
    const draft = createDraft(documents, now);
    for (const entry of group) await inside.run(true, () => entry.run(draft));
    const save = () => {
      if (!draft.isCurrent()) return false;
      draft.listWrites().forEach(documents.apply);
      return true;
    };
    return commits.run(save, (isSaved) => isSaved && group.forEach(({ tell }) => tell()));
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
    run(work, onApplied) {
      // One that is asked for inside another would wait for itself.
      if (inside.getStore() === true) return Promise.resolve(null);
      const { entry, outcome } = createEntry(work, onApplied);
      waiting.push(entry);
      // All that lost in the same commit are here by then, and nothing new has been read meanwhile.
      if (!isRunning) process.nextTick(() => void runAll());
      isRunning = true;
      return outcome;
    },
  };
}

function createEntry<T>(
  work: DraftWork<T>,
  onApplied?: (value: T) => void,
): { entry: PendingCommit; outcome: Promise<{ value: T } | null> } {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<{ value: T } | null>();
  let result: { value: T } | { error: unknown } | null = null;
  const entry: PendingCommit = {
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
    tell() {
      if (result !== null && "value" in result) onApplied?.(result.value);
    },
    settle(isCommitted) {
      if (!isCommitted || result === null) resolve(null);
      else if ("error" in result) reject(result.error);
      else resolve(result);
    },
  };
  return { entry, outcome };
}

/** What is stored with changes over it that are not stored yet, as those see it who come next. */
type Draft = Pick<Documents, "find" | "list"> & {
  /** How many pages were refused, because changes may belong to them. */
  refusals(): number;
  /** Adds these changes or, where one of them cannot be, none. */
  applyAll(writes: CheckedWrite[]): void;
  /** Whether all that was read is still stored as it was. */
  isCurrent(): boolean;
  /** The changes, one for each document that has any. */
  listWrites(): CheckedWrite[];
};

type Written = { kind: "set"; text: string } | { kind: "delete" };

function createDraft(documents: Documents, now: () => number): Draft {
  const written = new Map<string, Written>();
  const versions = new Map<string, number | undefined>();
  const pages: (() => boolean)[] = [];
  let refusals = 0;

  function find(path: string) {
    const own = written.get(path);
    if (own !== undefined) return own.kind === "delete" ? null : toDraftDocument(path, own.text, now());
    const stored = documents.find(path);
    if (!versions.has(path)) versions.set(path, stored?.version);
    return stored;
  }

  function toWritten(write: CheckedWrite): Written {
    if (write.kind === "delete") return write;
    const before = write.kind === "set" ? null : find(write.path);
    if ("changes" in write) {
      if (write.kind === "update" && before === null) throw createMissing({ path: write.path });
      const data: DocumentData = before?.data ?? {};
      applyChanges(data, write.changes);
      return { kind: "set", text: toDocumentText(data) };
    }
    if (before !== null) throw createAlreadyExists({ path: write.path });
    return { kind: "set", text: write.text };
  }

  return {
    find,
    list(query) {
      const isTouched = [...written.keys()].some((path) =>
        isAskedFor(path.slice(0, path.lastIndexOf("/")), query.collection),
      );
      if (isTouched) {
        refusals += 1;
        throw createConflict();
      }
      const page = documents.list(query);
      pages.push(() => toFingerprint(documents.list(query)) === toFingerprint(page));
      return page;
    },
    refusals: () => refusals,
    applyAll(writes) {
      const before = writes.map(({ path }) => [path, written.get(path)] as const);
      try {
        for (const write of writes) written.set(write.path, toWritten(write));
      } catch (error) {
        for (const [path, own] of before) {
          if (own === undefined) written.delete(path);
          else written.set(path, own);
        }
        throw error;
      }
    },
    isCurrent: () =>
      [...versions].every(([path, version]) => documents.findVersion(path) === version) &&
      pages.every((isSame) => isSame()),
    listWrites: () => [...written].map(([path, own]) => ({ ...own, path })),
  };
}

function toDraftDocument(path: string, text: string, now: number) {
  return toStoredDocument(path, parseDocumentText(text), { version: now * 1000, readTime: now * 1000 });
}

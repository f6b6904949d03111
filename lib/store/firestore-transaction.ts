import { setTimeout as wait } from "node:timers/promises";
import { isAppError } from "@/lib/errors";
import { commitWrites } from "./firestore-commit";
import type { FirestoreClient } from "./firestore-client";
import type { Reader } from "./firestore-documents";
import { createSnapshot, type Snapshot } from "./firestore-snapshot";
import { planWrite, type PlannedWrite } from "./firestore-writes";
import { createConflictRetry } from "./retry-conflicts";
import type { Transaction } from "./store";
import { createReadAfterWrite } from "./store-errors";
import { createWriteMethods } from "./write-methods";

/** Before the first repetition at most; each further one waits up to three times as long. */
const firstWaitMs = 40;

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Optimistic, as in the embedded store: reads lock nothing, and the writes happen only if what was read has not changed. So
 * nobody waits for a process that was frozen in the middle of a transaction. `random` gives 0 to 1.
 */
export function createTransactions(
  client: FirestoreClient,
  reader: Reader,
  random: () => number,
): <T>(work: Work<T>) => Promise<T> {
  const retry = createConflictRetry((count) => wait(random() * firstWaitMs * 3 ** (count - 2)));

  async function attempt<T>(work: Work<T>): Promise<{ value: T } | null> {
    const snapshot = createSnapshot(client, reader);
    const writes: PlannedWrite[] = [];
    const value = await work(createTransaction(snapshot, writes));
    return (await save(snapshot, writes)) ? { value } : null;
  }

  /** Whether the writes were saved; not when somebody else was faster. Fails with what would fail without anybody else, too. */
  async function save(snapshot: Snapshot, writes: PlannedWrite[]): Promise<boolean> {
    if (writes.length === 0) return true;
    try {
      return await snapshot.commitWith(writes, (protos, transaction) =>
        commitWrites(client, writes, protos, transaction),
      );
    } catch (error) {
      if (isAppError(error) && error.code === "conflict") return false;
      const isAboutExistence =
        isAppError(error) && (error.code === "not_found" || error.code === "already_exists");
      if (isAboutExistence && !(await snapshot.isCurrent())) return false;
      throw error;
    }
  }

  return (work) => retry(() => attempt(work));
}

function createTransaction(snapshot: Snapshot, writes: PlannedWrite[]): Transaction {
  const checkOrder = () => {
    if (writes.length > 0) throw createReadAfterWrite();
  };
  return {
    async find(path) {
      checkOrder();
      const [document = null] = await snapshot.findMany([path]);
      return document;
    },
    async findMany(paths) {
      checkOrder();
      return snapshot.findMany(paths);
    },
    async list(query) {
      checkOrder();
      return snapshot.list(query);
    },
    ...createWriteMethods((write) => void writes.push(planWrite(write))),
  };
}

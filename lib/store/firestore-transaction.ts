import { setTimeout as wait } from "node:timers/promises";
import { AppError, isAppError } from "@/lib/errors";
import { commitWrites } from "./firestore-commit";
import type { FirestoreClient } from "./firestore-client";
import type { Reader } from "./firestore-documents";
import { createSnapshot, type Snapshot } from "./firestore-snapshot";
import { planWrite, type PlannedWrite } from "./firestore-writes";
import type { Transaction } from "./store";
import { createTurns } from "./turns";

const maxAttempts = 5;
const firstWaitMs = 40;

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Optimistic, as in the embedded store: reads lock nothing, and the writes happen only if what was read has not changed. So
 * nobody waits for a process that was frozen in the middle of a transaction. `random` gives 0 to 1.
 */
export function createTransactions(client: FirestoreClient, reader: Reader, random: () => number): <T>(work: Work<T>) => Promise<T> {
  const inTurn = createTurns();

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
      return await snapshot.commitWith(writes, (protos, transaction) => commitWrites(client, writes, protos, transaction));
    } catch (error) {
      if (isAppError(error) && error.code === "conflict") return false;
      const isAboutExistence = isAppError(error) && (error.code === "not_found" || error.code === "already_exists");
      if (isAboutExistence && !(await snapshot.isCurrent())) return false;
      throw error;
    }
  }

  return async (work) => {
    const first = await attempt(work);
    if (first) return first.value;
    return inTurn(async () => {
      for (let count = 2; count <= maxAttempts; count += 1) {
        await wait(random() * firstWaitMs * 3 ** (count - 2));
        const done = await attempt(work);
        if (done) return done.value;
      }
      throw new AppError("conflict", "Somebody else changed this at the same time. Try again.");
    });
  };
}

function createTransaction(snapshot: Snapshot, writes: PlannedWrite[]): Transaction {
  const checkOrder = () => {
    if (writes.length > 0) throw new AppError("internal", "A transaction reads before it writes.");
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
    set: (path, data) => void writes.push(planWrite({ kind: "set", path, data })),
    create: (path, data) => void writes.push(planWrite({ kind: "create", path, data })),
    update: (path, patch) => void writes.push(planWrite({ kind: "update", path, patch })),
    merge: (path, patch) => void writes.push(planWrite({ kind: "merge", path, patch })),
    delete: (path) => void writes.push(planWrite({ kind: "delete", path })),
  };
}

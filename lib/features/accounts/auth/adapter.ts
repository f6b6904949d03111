import { createAdapterFactory, type CleanedWhere, type CustomAdapter } from "better-auth/adapters";
import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/store";
import { isMatch, toEqual, toFields, toRow, type RowAt, type Row } from "./rows";
import {
  createAccountTable,
  createSessionTable,
  createUserTable,
  createVerificationTable,
  pageSize,
  type Table,
} from "./tables";

export type AdapterDeps = {
  store: Store;
  now: () => number;
  /** Of the OpenID Connect provider that is asked. */
  oidcIssuer: string | null;
  /** Makes a person with all claims, or throws. */
  createUser(row: Row): Promise<Row>;
  /** Sessions of the person have ended: no cookie may be believed any more. */
  bump(userId: string): Promise<void>;
  /** Somebody who has an account can now also sign in by this provider. */
  onJoined(userId: string, providerId: string): Promise<void>;
};

/**
 * The library for signing in over our store. Its transactions read after writing, which Firestore refuses; so
 * each operation is atomic by itself, and what must be unique is claimed by a document that can be made once.
 */
export function createAdapter(deps: AdapterDeps) {
  const tables = new Map<string, Table>([
    ["user", createUserTable(deps.store, deps.createUser)],
    ["account", createAccountTable(deps)],
    ["session", createSessionTable(deps.store, deps.bump)],
    ["verification", createVerificationTable(deps.store, deps.now)],
  ]);
  return createAdapterFactory({
    config: {
      adapterId: "sextant",
      supportsDates: true,
      supportsBooleans: true,
      supportsNumericIds: false,
      transaction: false,
    },
    adapter: () => createOperations(deps.store, (model) => getTable(tables, model)),
  });
}

function createOperations(store: Store, getTableOf: (model: string) => Table): CustomAdapter {
  async function find(model: string, where: readonly CleanedWhere[] = []): Promise<RowAt[]> {
    const found = await getTableOf(model).find(toEqual(where));
    return found.filter(({ row }) => isMatch(row, where));
  }
  async function update(found: RowAt, change: Row): Promise<Row> {
    await store.update(found.path, toFields(change));
    return { ...found.row, ...change };
  }
  return {
    create: async ({ model, data }) => as(await getTableOf(model).create(data)),
    findOne: async ({ model, where }) => as((await find(model, where))[0]?.row ?? null),
    findMany: async ({ model, where, limit }) =>
      as((await find(model, where)).slice(0, limit).map(({ row }) => row)),
    count: async ({ model, where }) => (await find(model, where)).length,
    async update({ model, where, update: change }) {
      const [found] = await find(model, where);
      return as(found === undefined ? null : await update(found, as<Row>(change)));
    },
    async updateMany({ model, where, update: change }) {
      const found = await find(model, where);
      for (const each of found) await update(each, change);
      return found.length;
    },
    async delete({ model, where }) {
      const [found] = await find(model, where);
      if (found !== undefined) await getTableOf(model).remove([found]);
    },
    async deleteMany({ model, where }) {
      let removed = 0;
      for (;;) {
        const found = await find(model, where);
        if (found.length > 0) await getTableOf(model).remove(found);
        removed += found.length;
        if (found.length < pageSize) return removed;
      }
    },
    async consumeOne({ model, where }) {
      const [found] = await find(model, where);
      return as(found === undefined ? null : await consume(store, found, where));
    },
    async incrementOne({ model, where, increment, set }) {
      const [found] = await find(model, where);
      return as(
        found === undefined ? null : await change(store, found, { where, increment, set: set ?? {} }),
      );
    },
  };
}

/** Of many who ask at once one gets the row. */
function consume(store: Store, { path, row }: RowAt, where: readonly CleanedWhere[]): Promise<Row | null> {
  return store.transaction(async (tx) => {
    const current = await tx.find(path);
    const now = current === null ? null : { ...row, ...toRow(current.id, current.data) };
    if (now === null || !isMatch(now, where)) return null;
    tx.delete(path);
    return now;
  });
}

type Increment = { where: readonly CleanedWhere[]; increment: Record<string, number>; set: Row };

function change(
  store: Store,
  { path, row }: RowAt,
  { where, increment, set }: Increment,
): Promise<Row | null> {
  return store.transaction(async (tx) => {
    const current = await tx.find(path);
    const now = current === null ? null : { ...row, ...toRow(current.id, current.data) };
    if (now === null || !isMatch(now, where)) return null;
    const grown = Object.entries(increment).map(([field, by]): [string, number] => [
      field,
      Number(now[field] ?? 0) + by,
    ]);
    const after = { ...set, ...Object.fromEntries(grown) };
    tx.update(path, toFields(after));
    return { ...now, ...after };
  });
}

function getTable(tables: Map<string, Table>, model: string): Table {
  const table = tables.get(model);
  if (table === undefined) throw new AppError("internal", `There are no records of the kind ${model}.`);
  return table;
}

/** The library's types promise its own records for what is only known to be one. */
function as<T>(value: unknown): T {
  return value as T;
}

import { AppError } from "@/lib/errors";
import type { Query, Store, StoredDocument, Transaction } from "@/lib/store/store";
import type { z } from "zod";
import { toData } from "./json";

/** How records of one kind are kept. `OWNER` says whose: a person's id, or `null` for the site. */
export type RecordKind<OWNER, FIELDS extends object> = {
  /** As in "This folder does not exist." */
  noun: string;
  collection: (owner: OWNER) => string;
  schema: z.ZodType<FIELDS>;
  /** How many an owner may have, and what refuses one more where they are counted. */
  most: number;
  tooMany?: () => AppError;
  order?: (one: Kept<FIELDS>, other: Kept<FIELDS>) => number;
  /** What is stored of one, where that differs from its fields. */
  toStored?: (record: Kept<FIELDS>) => object;
  /** One that cannot be read counts as none; otherwise reading it throws. */
  skipsUnreadable?: boolean;
};
export type Kept<FIELDS> = FIELDS & { id: string };
type Choice = Partial<Pick<Query, "where" | "orderBy" | "limit">>;

/** Records of a kind, each a document named by its id. `get`, `change` and `delete` throw `not_found`. */
export function createRecords<OWNER, FIELDS extends object>(store: Store, kind: RecordKind<OWNER, FIELDS>) {
  type RECORD = Kept<FIELDS>;
  const within = (tx: Transaction, owner: OWNER) => ({
    ...createReads(tx, kind, owner),
    put(record: RECORD): RECORD {
      const { id: _id, ...data } = toData(kind.toStored?.(record) ?? record);
      tx.set(`${kind.collection(owner)}/${record.id}`, data);
      return record;
    },
    delete: (id: string): void => tx.delete(`${kind.collection(owner)}/${id}`),
  });
  return {
    /** Within a transaction, where everything is read before anything is written. */
    in: within,
    find: (owner: OWNER, id: string) => createReads(store, kind, owner).find(id),
    get: (owner: OWNER, id: string) => createReads(store, kind, owner).get(id),
    list: (owner: OWNER, choice?: Choice) => createReads(store, kind, owner).list(choice),

    create: (owner: OWNER, record: RECORD): Promise<RECORD> =>
      store.transaction(async (tx) => {
        const own = within(tx, owner);
        await own.checkRoom();
        return own.put(record);
      }),

    /** Nothing is written where `work` gives back what it got. */
    change: (owner: OWNER, id: string, work: (before: RECORD) => RECORD): Promise<RECORD> =>
      store.transaction(async (tx) => {
        const own = within(tx, owner);
        const before = await own.get(id);
        const next = work(before);
        return next === before ? next : own.put(next);
      }),

    delete: (owner: OWNER, id: string): Promise<void> =>
      store.transaction(async (tx) => {
        const own = within(tx, owner);
        await own.get(id);
        own.delete(id);
      }),
  };
}

function createReads<OWNER, FIELDS extends object>(
  reader: Pick<Transaction, "find" | "list">,
  kind: RecordKind<OWNER, FIELDS>,
  owner: OWNER,
) {
  const query = { collection: kind.collection(owner), limit: kind.most };
  const find = async (id: string): Promise<Kept<FIELDS> | null> => {
    const found = await reader.find(`${query.collection}/${id}`);
    return found === null ? null : read(kind, found);
  };
  return {
    find,
    async get(id: string): Promise<Kept<FIELDS>> {
      const found = await find(id);
      if (found === null) throw new AppError("not_found", `This ${kind.noun} does not exist.`);
      return found;
    },
    async list(choice: Choice = {}): Promise<Kept<FIELDS>[]> {
      const { documents } = await reader.list({ ...query, ...choice });
      const records = documents.flatMap((document) => read(kind, document) ?? []);
      return kind.order === undefined ? records : records.sort(kind.order);
    },
    /** Throws where `more` records are too many. */
    async checkRoom(more = 1): Promise<void> {
      const { documents } = await reader.list(query);
      if (kind.tooMany !== undefined && documents.length + more > kind.most) throw kind.tooMany();
    },
  };
}

function read<OWNER, FIELDS extends object>(
  { schema, skipsUnreadable = false }: RecordKind<OWNER, FIELDS>,
  { id, data }: StoredDocument,
): Kept<FIELDS> | null {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { ...parsed.data, id };
  if (skipsUnreadable) return null;
  throw parsed.error;
}

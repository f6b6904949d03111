import { AppError } from "@/lib/errors";
import { roleSchema, type Role } from "@/lib/features/accounts/shape/accounts";
import type { DocumentData, PageQuery, Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { paths } from "./paths";

/** `email` is `null` for the owner of a server without sign-in. */
export type Person = { id: string; name: string; email: string | null; role: Role };

/** The record of a person, with what signing in keeps about them. Times are milliseconds since 1970. */
export const personRecordSchema = z.object({
  name: z.string(),
  email: z.string().nullable().default(null),
  emailVerified: z.boolean().default(false),
  image: z.string().nullable().default(null),
  role: roleSchema,
  createdAt: z.number(),
  updatedAt: z.number().default(0),
  disabledAt: z.number().nullable().default(null),
  /** The language that the person last used here, in which mail is written. */
  locale: z.string().nullable().default(null),
});
export type PersonRecord = z.output<typeof personRecordSchema>;

/** When the person asked to be deleted; absent for everybody else, so that who is leaving can be listed. */
const leavingSchema = z.object({ leavingAt: z.number() });

const adminsSchema = z.object({ ids: z.array(z.string()).default([]) });

export type PersonChange = { role?: Role | undefined; isDisabled?: boolean | undefined };

export function createPeople(store: Store, now: () => number) {
  return {
    /** Makes sure that the person has a record, so that what hangs on it has an owner. */
    async ensure({ id, name, role }: Person): Promise<void> {
      if ((await store.find(paths.person(id))) !== null) return;
      await store.set(paths.person(id), { name, role, createdAt: now() });
    },

    async find(id: string): Promise<PersonRecord | null> {
      const found = await store.find(paths.person(id));
      return found === null ? null : personRecordSchema.parse(found.data);
    },

    async get(id: string): Promise<PersonRecord> {
      const record = await this.find(id);
      if (record === null) throw createMissing();
      return record;
    },

    /** In the order of the ids. */
    async findMany(ids: string[]): Promise<(PersonRecord | null)[]> {
      const found = await store.findMany(ids.map((id) => paths.person(id)));
      return found.map((document) => (document === null ? null : personRecordSchema.parse(document.data)));
    },

    /** Newest first, a page at a time. */
    async list(
      page: PageQuery,
    ): Promise<{ people: (PersonRecord & { id: string })[]; cursor: string | null }> {
      const found = await store.list({
        collection: paths.people,
        orderBy: { field: "createdAt", direction: "desc" },
        limit: page.limit,
        cursor: page.cursor,
      });
      return {
        people: found.documents.map(({ id, data }) => ({ id, ...personRecordSchema.parse(data) })),
        cursor: found.cursor,
      };
    },

    /** Ids of who administrates. */
    async listAdmins(): Promise<string[]> {
      return adminsSchema.parse((await store.find(paths.admins))?.data ?? {}).ids;
    },

    /** Who has one of these roles and is not disabled, so many of each, by their ids. */
    async listByRoles(
      roles: readonly Role[],
      mostOfEach: number,
    ): Promise<(PersonRecord & { id: string })[]> {
      const found = await Promise.all(
        roles.map((role) =>
          store.list({
            collection: paths.people,
            where: [{ field: "role", op: "==", value: role }],
            limit: mostOfEach,
          }),
        ),
      );
      return found
        .flatMap(({ documents }) => documents)
        .map(({ id, data }) => ({ id, ...personRecordSchema.parse(data) }))
        .filter(({ disabledAt }) => disabledAt === null);
    },

    /** Who has asked to be deleted and is still there, the longest waiting first. */
    listLeaving: (limit: number) => listLeaving(store, limit),

    /** Changes role or state. Throws `conflict` when no administrator would be left. */
    change: (id: string, change: PersonChange): Promise<PersonRecord> =>
      changePerson(store, id, change, now()),

    /**
     * Takes the rights away before everything else is deleted. Throws `conflict` for the last administrator,
     * unless nobody else has an account: then `isLast`.
     */
    retire: (id: string): Promise<{ isLast: boolean }> => retirePerson(store, id, now()),
  };
}

type LeavingPerson = { id: string; email: string | null; leavingAt: number };

async function listLeaving(store: Store, limit: number): Promise<LeavingPerson[]> {
  const found = await store.list({
    collection: paths.people,
    orderBy: { field: "leavingAt", direction: "asc" },
    limit,
  });
  return found.documents.map(({ id, data }) => ({
    id,
    email: personRecordSchema.parse(data).email,
    leavingAt: leavingSchema.parse(data).leavingAt,
  }));
}

export type People = ReturnType<typeof createPeople>;

/**
 * Whether what was planned for the person may begin while nobody is signed in: the account is there, not
 * disabled, and has the role that is asked for.
 */
export async function mayBeWorkedFor(
  people: Pick<People, "find">,
  id: string,
  role?: Role,
): Promise<boolean> {
  const record = await people.find(id);
  return record?.disabledAt === null && (role === undefined || record.role === role);
}

function changePerson(store: Store, id: string, change: PersonChange, now: number): Promise<PersonRecord> {
  return store.transaction(async (tx) => {
    const [found, admins] = await tx.findMany([paths.person(id), paths.admins]);
    if (!found) throw createMissing();
    if (leavingSchema.safeParse(found.data).success)
      throw new AppError("conflict", "This account is being deleted.");
    const before = personRecordSchema.parse(found.data);
    const after = { ...before, ...toPatch(before, change, now) };
    writeAdmins(tx, admins?.data, id, after);
    tx.update(paths.person(id), { role: after.role, disabledAt: after.disabledAt, updatedAt: now });
    return after;
  });
}

async function retirePerson(store: Store, id: string, now: number): Promise<{ isLast: boolean }> {
  return store.transaction(async (tx) => {
    // In the transaction: somebody who signs up in this moment would be left without an administrator.
    const { documents } = await tx.list({
      collection: paths.people,
      where: [{ field: "email", op: ">=", value: "" }],
      orderBy: { field: "email", direction: "asc" },
      limit: 2,
    });
    const isLast = documents.every((document) => document.id === id);
    const [found, admins] = await tx.findMany([paths.person(id), paths.admins]);
    if (!found) return { isLast };
    writeAdmins(tx, admins?.data, id, { ...personRecordSchema.parse(found.data), disabledAt: now }, isLast);
    tx.update(paths.person(id), { disabledAt: now, leavingAt: now });
    return { isLast };
  });
}

/** What the list of administrators becomes when this person is as `record` says. */
export function toAdmins(
  data: DocumentData | undefined,
  id: string,
  record: Pick<PersonRecord, "role" | "disabledAt">,
): string[] {
  const others = adminsSchema.parse(data ?? {}).ids.filter((known) => known !== id);
  return record.role === "admin" && record.disabledAt === null ? [...others, id] : others;
}

function writeAdmins(
  tx: Transaction,
  data: DocumentData | undefined,
  id: string,
  after: PersonRecord,
  mayBeNone = false,
): void {
  const { ids: before } = adminsSchema.parse(data ?? {});
  const ids = toAdmins(data, id, after);
  if (ids.length === before.length && ids.every((known) => before.includes(known))) return;
  if (ids.length === 0 && !mayBeNone)
    throw new AppError("conflict", "Somebody has to stay administrator. Make somebody else one first.");
  tx.set(paths.admins, { ids });
}

function toPatch(
  before: PersonRecord,
  { role, isDisabled }: PersonChange,
  now: number,
): Pick<PersonRecord, "role" | "disabledAt"> {
  const disabledAt =
    isDisabled === undefined ? before.disabledAt : isDisabled ? (before.disabledAt ?? now) : null;
  return { role: role ?? before.role, disabledAt };
}

function createMissing(): AppError {
  return new AppError("not_found", "There is no such person.");
}

/** How a person is named beside what they changed. */
export function toAuthor({ name, email }: Person): string {
  return email === null || email === name ? name : `${name} <${email}>`;
}

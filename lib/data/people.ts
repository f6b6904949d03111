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
  /** Signed up and not approved yet; `disabledAt` is set until then. */
  isWaiting: z.boolean().default(false),
  /** The language that the person last used here, in which mail is written. */
  locale: z.string().nullable().default(null),
  /** When the person accepted the terms of the site, by signing up. */
  acceptedTermsAt: z.number().nullable().default(null),
});
export type PersonRecord = z.output<typeof personRecordSchema>;

/** When the person asked to be deleted; absent for everybody else, so that who is leaving can be listed. */
const leavingSchema = z.object({ leavingAt: z.number() });

const adminsSchema = z.object({ ids: z.array(z.string()).default([]) });

export type PersonChange = { role?: Role | undefined; isDisabled?: boolean | undefined };
/** What a change was decided on; another value by now is a conflict. */
export type SeenPerson = PersonChange;

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
      return (await this.find(id)) ?? throwMissing();
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

    /** Who has one of these roles and is not disabled, so many of each, by their ids. */
    listByRoles: (roles: readonly Role[], mostOfEach: number) => listByRoles(store, roles, mostOfEach),

    /** Who has asked to be deleted and is still there, the longest waiting first. */
    listLeaving: (limit: number) => listLeaving(store, limit),

    /** Ids of who waits to be approved, up to `limit`. */
    listWaiting: (limit: number) => listWaiting(store, limit),

    /** Changes role or state. Throws `conflict` when no administrator would be left. */
    change: (id: string, change: PersonChange, seen: SeenPerson = {}) =>
      changePerson(store, id, { change, seen, now: now() }),

    /**
     * Takes the rights away before everything else is deleted. Throws `conflict` for the last administrator,
     * unless nobody else has an account: then `isLast`.
     */
    retire: (id: string, isWaiting?: true): Promise<{ isLast: boolean }> =>
      retirePerson(store, { id, isWaiting }, now()),
  };
}

async function listByRoles(
  store: Store,
  roles: readonly Role[],
  mostOfEach: number,
): Promise<(PersonRecord & { id: string })[]> {
  const found = await Promise.all(
    roles.map((role) => {
      const where = [{ field: "role", op: "==" as const, value: role }];
      return store.list({ collection: paths.people, where, limit: mostOfEach });
    }),
  );
  return found
    .flatMap(({ documents }) => documents)
    .map(({ id, data }) => ({ id, ...personRecordSchema.parse(data) }))
    .filter(({ disabledAt }) => disabledAt === null);
}

async function listWaiting(store: Store, limit: number): Promise<string[]> {
  const where = [{ field: "isWaiting", op: "==" as const, value: true }];
  return (await store.list({ collection: paths.people, where, limit })).documents.map(({ id }) => id);
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

type Changing = { change: PersonChange; seen: SeenPerson; now: number };

function changePerson(store: Store, id: string, { change, seen, now }: Changing): Promise<PersonRecord> {
  return store.transaction(async (tx) => {
    const [found, admins] = await tx.findMany([paths.person(id), paths.admins]);
    if (!found) throw createMissing();
    if (leavingSchema.safeParse(found.data).success)
      throw new AppError("conflict", "This account is being deleted.");
    const before = personRecordSchema.parse(found.data);
    checkSeen(before, seen);
    const after = { ...before, ...toPatch(before, change, now) };
    const { role, disabledAt, isWaiting } = after;
    writeAdmins(tx, admins?.data, id, after);
    tx.update(paths.person(id), { role, disabledAt, isWaiting, updatedAt: now });
    return after;
  });
}

function checkSeen({ role, disabledAt }: PersonRecord, seen: SeenPerson): void {
  const isSame =
    (seen.role ?? role) === role && (seen.isDisabled ?? disabledAt !== null) === (disabledAt !== null);
  if (!isSame) throw createChanged();
}

type Retiring = { id: string; isWaiting: true | undefined };

async function retirePerson(
  store: Store,
  { id, isWaiting }: Retiring,
  now: number,
): Promise<{ isLast: boolean }> {
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
    const before = personRecordSchema.parse(found.data);
    if (isWaiting === true && !before.isWaiting) throw createChanged();
    writeAdmins(tx, admins?.data, id, { ...before, disabledAt: now }, isLast);
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
    throw new AppError("conflict", "Somebody has to stay administrator. Make somebody else one first.", {
      reason: "lastAdmin",
    });
  tx.set(paths.admins, { ids });
}

function toPatch(
  before: PersonRecord,
  { role, isDisabled }: PersonChange,
  now: number,
): Pick<PersonRecord, "role" | "disabledAt" | "isWaiting"> {
  const disabledAt =
    isDisabled === undefined ? before.disabledAt : isDisabled ? (before.disabledAt ?? now) : null;
  return { role: role ?? before.role, disabledAt, isWaiting: before.isWaiting && disabledAt !== null };
}

function throwMissing(): never {
  throw createMissing();
}

function createMissing(): AppError {
  return new AppError("not_found", "There is no such person.");
}

/** Somebody else was faster. */
export function createChanged(): AppError {
  return new AppError("conflict", "Somebody changed this meanwhile. Look again, then decide.", {
    reason: "changed",
  });
}

/** How a person is named beside what they changed. */
export function toAuthor({ name, email }: Person): string {
  return email === null || email === name ? name : `${name} <${email}>`;
}

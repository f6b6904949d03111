import { AppError } from "@/lib/errors";
import { roleSchema } from "@/lib/features/accounts/shape/accounts";
import type { DocumentData, PageQuery, Store } from "@/lib/store/store";
import { z } from "zod";
import { deleteEach } from "@/lib/data/delete-each";
import { paths } from "@/lib/data/paths";

/** `isMailed`: the link went to the address, so that who has it has shown that the address is theirs. */
const invitationSchema = z.object({
  email: z.string().nullable(),
  role: roleSchema,
  isMailed: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  usedAt: z.number().nullable(),
  /** A line from who invites, which stands in the mail. */
  line: z.string().default(""),
  /** Of who invites, for the mail and the page that the link opens. */
  locale: z.string().nullable().default(null),
});
export type InvitationRecord = z.output<typeof invitationSchema>;
const givenSchema = invitationSchema.pick({
  ...{ email: true, role: true, createdBy: true, expiresAt: true, line: true, locale: true },
});
type GivenInvitation = z.output<typeof givenSchema>;

export const linkLifeMs = 24 * 60 * 60_000;

/** Invitations by the hash of their token: the token itself stands in the link only. */
export function createInvitations(store: Store, now: () => number) {
  return {
    async create({ id, ...given }: GivenInvitation & { id: string }): Promise<void> {
      await store.create(paths.invitation(id), toNew(given, now()));
    },

    /** Which of the addresses have an invitation that is still good. */
    findOpen: (emails: readonly string[]) => findOpen(store, emails, now()),

    /**
     * Puts another one, as long and for the same person, in the place of one that is not used yet: the old
     * link is no longer good. Throws `not_found`, and `conflict` for a used one.
     */
    renew: (id: string, newId: string, createdBy: string): Promise<InvitationRecord> =>
      renew(store, id, { newId, createdBy, now: now() }),

    /** In the order of the ids; `null` for one that is gone. */
    async findMany(ids: readonly string[]): Promise<(InvitationRecord | null)[]> {
      const found = await store.findMany(ids.map((id) => paths.invitation(id)));
      return found.map((document) => invitationSchema.safeParse(document?.data).data ?? null);
    },

    async markMailed(id: string): Promise<void> {
      await store.update(paths.invitation(id), { isMailed: true });
    },

    /** Newest first, a page at a time, with the used and the old ones. */
    async list(
      page: PageQuery,
    ): Promise<{ invitations: (InvitationRecord & { id: string })[]; cursor: string | null }> {
      const found = await store.list({
        collection: paths.invitations,
        orderBy: { field: "createdAt", direction: "desc" },
        limit: page.limit,
        cursor: page.cursor,
      });
      return {
        invitations: found.documents.map(({ id, data }) => ({ id, ...invitationSchema.parse(data) })),
        cursor: found.cursor,
      };
    },

    /** Throws `not_found`. */
    async revoke(id: string): Promise<void> {
      if ((await store.find(paths.invitation(id))) === null) throw createMissing();
      await store.delete(paths.invitation(id));
    },

    /** Forgets a person: invitations to the address go, those that the person made stay without the name. */
    async forget(person: { id: string; email: string | null }): Promise<void> {
      if (person.email !== null)
        await deleteEach(store, paths.invitations, { field: "email", op: "==", value: person.email });
      await removeAuthor(store, person.id);
    },
  };
}

async function findOpen(store: Store, emails: readonly string[], now: number): Promise<Set<string>> {
  const isOpen = async (email: string): Promise<boolean> => {
    const where = [{ field: "email", op: "==" as const, value: email }];
    const { documents } = await store.list({ collection: paths.invitations, where, limit: 20 });
    return documents.some(({ data }) => toUsableInvitation(data, now) !== null);
  };
  const open = await Promise.all(emails.map(isOpen));
  return new Set(emails.filter((_, index) => open[index]));
}

type Renewal = { newId: string; createdBy: string; now: number };

function renew(store: Store, id: string, { newId, createdBy, now }: Renewal): Promise<InvitationRecord> {
  return store.transaction(async (tx) => {
    const found = await tx.find(paths.invitation(id));
    if (found === null) throw createMissing();
    const { createdAt, expiresAt, usedAt, ...old } = invitationSchema.parse(found.data);
    if (usedAt !== null) throw new AppError("conflict", "This invitation has been used.", { reason: "used" });
    const renewed = toNew({ ...old, createdBy, expiresAt: now + expiresAt - createdAt }, now);
    tx.delete(paths.invitation(id));
    tx.create(paths.invitation(newId), renewed);
    return renewed;
  });
}

const toNew = (given: GivenInvitation, createdAt: number): InvitationRecord => ({
  ...{ ...givenSchema.parse(given), isMailed: false, createdAt, usedAt: null },
});

function createMissing(): AppError {
  return new AppError("not_found", "There is no such invitation.");
}

async function removeAuthor(store: Store, createdBy: string): Promise<void> {
  const where = [{ field: "createdBy", op: "==" as const, value: createdBy }];
  for (;;) {
    const { documents } = await store.list({ collection: paths.invitations, where, limit: 100 });
    if (documents.length === 0) return;
    await store.batch(
      documents.map(({ path }) => ({ kind: "update", path, patch: { createdBy: null, line: "" } })),
    );
  }
}

export type Invitations = ReturnType<typeof createInvitations>;

/** The invitation of a document, if it can still be used. */
export function toUsableInvitation(data: DocumentData | undefined, now: number): InvitationRecord | null {
  const parsed = invitationSchema.safeParse(data);
  return parsed.success && parsed.data.usedAt === null && parsed.data.expiresAt > now ? parsed.data : null;
}

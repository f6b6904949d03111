import { AppError } from "@/lib/errors";
import { roleSchema, type Role } from "@/lib/features/accounts/shape/accounts";
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
});
export type InvitationRecord = z.output<typeof invitationSchema>;
export type NewInvitation = {
  id: string;
  email: string | null;
  role: Role;
  createdBy: string;
  expiresAt: number;
};

export const linkLifeMs = 24 * 60 * 60_000;

/** Invitations by the hash of their token: the token itself stands in the link only. */
export function createInvitations(store: Store, now: () => number) {
  return {
    async create({ id, email, role, createdBy, expiresAt }: NewInvitation): Promise<void> {
      await store.create(paths.invitation(id), {
        email,
        role,
        isMailed: false,
        createdBy,
        createdAt: now(),
        expiresAt,
        usedAt: null,
      });
    },

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
      if ((await store.find(paths.invitation(id))) === null)
        throw new AppError("not_found", "There is no such invitation.");
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

async function removeAuthor(store: Store, createdBy: string): Promise<void> {
  const where = [{ field: "createdBy", op: "==" as const, value: createdBy }];
  for (;;) {
    const { documents } = await store.list({ collection: paths.invitations, where, limit: 100 });
    if (documents.length === 0) return;
    await store.batch(documents.map(({ path }) => ({ kind: "update", path, patch: { createdBy: null } })));
  }
}

export type Invitations = ReturnType<typeof createInvitations>;

/** The invitation of a document, if it can still be used. */
export function toUsableInvitation(data: DocumentData | undefined, now: number): InvitationRecord | null {
  const parsed = invitationSchema.safeParse(data);
  return parsed.success && parsed.data.usedAt === null && parsed.data.expiresAt > now ? parsed.data : null;
}

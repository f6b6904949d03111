import type { Person } from "@/lib/data/people";
import type { PatchPerson, Role, InvitationsReply, LinkReply } from "@/lib/protocol/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import { deleteAccount, exportAccount, finishDeletions, readAccount, signOutEverywhere } from "./own-account";
import { createResetLink, listPeople, patchPerson } from "./people-admin";
import { sendLink } from "./send-link";

type Page = { limit: number; cursor?: string | undefined };

/** What people may do with their account, and administrators with everybody's. */
export function createAccounts(deps: AccountsDeps) {
  return {
    read: (person: Person) => readAccount(deps, person),
    delete: (person: Person, typed: { email: string; password?: string | undefined }, headers: Headers) =>
      deleteAccount(deps, person, typed, headers),
    export: (person: Person) => exportAccount(deps, person),
    signOutEverywhere: (person: Person) => signOutEverywhere(deps, person),
    listPeople: (page: Page) => listPeople(deps, page),
    patchPerson: (id: string, patch: PatchPerson) => patchPerson(deps, id, patch),
    createResetLink: (id: string) => createResetLink(deps, id),
    invite: (createdBy: string, invitation: { email: string | null; role: Role }) =>
      invite(deps, createdBy, invitation),
    listInvitations: (page: Page) => listInvitations(deps, page),
    async revokeInvitation(id: string): Promise<void> {
      getAuth(deps);
      await deps.invitations.revoke(id);
    },
    /** Finishes what a crash interrupted; nothing to do on a server without accounts. */
    finishDeletions: (): Promise<void> => (deps.auth === null ? Promise.resolve() : finishDeletions(deps)),
    /** Gives the rights that the environment names, and links for administrators without another way in. */
    async prepareAdmins(): Promise<{ setupLinks: string[] }> {
      if (deps.auth === null) return { setupLinks: [] };
      const { toPromote, setupLinks } = await deps.auth.prepareAdmins();
      for (const id of toPromote) await patchPerson(deps, id, { role: "admin" });
      return { setupLinks };
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

/** A link that makes one account within 24 hours, mailed where there is an address, and mail. */
async function invite(
  deps: AccountsDeps,
  createdBy: string,
  { email, role }: { email: string | null; role: Role },
): Promise<LinkReply> {
  const { id, link, expiresAt } = getAuth(deps).links.toInvitation();
  await deps.invitations.create({ id, email, role, createdBy, expiresAt });
  const isSent = email !== null && (await sendLink(deps, "invitation", email, link));
  if (isSent) await deps.invitations.markMailed(id);
  deps.report("person_invited", { by: createdBy, role });
  return { link, expiresAt, isSent };
}

/** Newest first, with the names of who made them. */
async function listInvitations(
  deps: AccountsDeps,
  page: { limit: number; cursor?: string | undefined },
): Promise<InvitationsReply> {
  if (deps.auth === null) return { invitations: [], cursor: null };
  const { invitations, cursor } = await deps.invitations.list(page);
  const ids = [...new Set(invitations.flatMap(({ createdBy }) => createdBy ?? []))];
  const people = await deps.people.findMany(ids);
  const names = new Map(ids.map((id, index) => [id, people[index]?.name ?? ""]));
  return {
    invitations: invitations.map(({ id, email, role, createdBy, createdAt, expiresAt, usedAt }) => {
      return { id, email, role, createdBy: names.get(createdBy ?? "") ?? "", createdAt, expiresAt, usedAt };
    }),
    cursor,
  };
}

import type { Person } from "@/lib/data/people";
import type { PatchPerson, Role, InvitationsReply, LinkReply } from "@/lib/features/accounts/shape/accounts";
import type { AuditFilter } from "@/lib/features/accounts/shape/audit";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import { exportAudit, listAudit } from "./audit-log";
import {
  deleteAccount,
  endSession,
  exportAccount,
  finishDeletions,
  listSessions,
  readAccount,
  signOutEverywhere,
} from "./own-account";
import { createResetLink, listPeople, patchPerson } from "./people-admin";

type PageRequest = { limit: number; cursor?: string | undefined };

/** What people may do with their account, and administrators with everybody's. */
export function createAccounts(deps: AccountsDeps) {
  return {
    read: (person: Person) => readAccount(deps, person),
    delete: (person: Person, typed: { email: string; password?: string | undefined }, headers: Headers) =>
      deleteAccount(deps, person, typed, headers),
    export: (person: Person) => exportAccount(deps, person),
    setLanguage: async (person: Person, locale: string) => deps.auth?.setLocale(person.id, locale),
    listSessions: (person: Person, headers: Headers) => listSessions(deps, person, headers),
    endSession: (person: Person, key: string) => endSession(deps, person, key),
    signOutEverywhere: (person: Person) => signOutEverywhere(deps, person),
    listPeople: (page: PageRequest) => listPeople(deps, page),
    /** `by`: the administrator's id, `null` for the server itself. */
    patchPerson: (by: string | null, id: string, patch: PatchPerson) => patchPerson(deps, by, id, patch),
    createResetLink: (by: string, id: string) => createResetLink(deps, by, id),
    invite: (createdBy: string, invitation: { email: string | null; role: Role }) =>
      invite(deps, createdBy, invitation),
    listInvitations: (page: PageRequest) => listInvitations(deps, page),
    async revokeInvitation(by: string, id: string): Promise<void> {
      getAuth(deps);
      await deps.invitations.revoke(id);
      await deps.audit.record({ act: "invitation_revoked", actor: by });
    },
    listAudit: (query: PageRequest & AuditFilter) => listAudit(deps, query),
    exportAudit: (by: string, filter: AuditFilter) => exportAudit(deps, by, filter),
    /** Finishes what a crash interrupted; nothing to do on a server without accounts. */
    /** Whether there are people here beside the lone owner of a machine. */
    areThere: deps.auth !== null,
    finishDeletions: (): Promise<void> => (deps.auth === null ? Promise.resolve() : finishDeletions(deps)),
    /** Gives the rights that the environment names, and links for administrators without another way in. */
    async prepareAdmins(): Promise<{ setupLinks: string[] }> {
      if (deps.auth === null) return { setupLinks: [] };
      const { toPromote, setupLinks } = await deps.auth.prepareAdmins();
      for (const id of toPromote) await patchPerson(deps, null, id, { role: "admin" });
      return { setupLinks };
    },
  };
}
/** A link that makes one account within 24 hours, mailed where there is an address, and mail. */
async function invite(
  deps: AccountsDeps,
  createdBy: string,
  { email, role }: { email: string | null; role: Role },
): Promise<LinkReply> {
  const { id, link, expiresAt } = getAuth(deps).links.toInvitation();
  await deps.invitations.create({ id, email, role, createdBy, expiresAt });
  const isSent = email !== null && (await mailInvitation(deps, createdBy, { email, link }));
  if (isSent) await deps.invitations.markMailed(id);
  await deps.audit.record({ act: "person_invited", actor: createdBy, detail: role, about: id });
  deps.report("person_invited", { by: createdBy, role });
  return { link, expiresAt, isSent };
}

/** Whether it was mailed. A failed mail is no failure of the link: the administrator can hand it out. */
async function mailInvitation(
  deps: AccountsDeps,
  createdBy: string,
  { email, link }: { email: string; link: string },
): Promise<boolean> {
  const { mailer } = getAuth(deps);
  if (mailer === null) return false;
  try {
    const { name: inviter, locale } = await deps.people.get(createdBy);
    await mailer.send("invitation", { email, locale }, { link, inviter, days: 1 });
    return true;
  } catch (error) {
    deps.report("mail_failed", { error });
    return false;
  }
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

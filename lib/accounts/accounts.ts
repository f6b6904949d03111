import type { Person } from "@/lib/data/people";
import type { PatchPerson, Role } from "@/lib/protocol/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import { invite, listInvitations } from "./invite";
import { deleteAccount, exportAccount, finishDeletions, readAccount, signOutEverywhere } from "./own-account";
import { createResetLink, listPeople, patchPerson } from "./people-admin";

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
    /** Gives the rights that the environment names, and the links for administrators who cannot sign up otherwise yet. */
    async prepareAdmins(): Promise<{ setupLinks: string[] }> {
      if (deps.auth === null) return { setupLinks: [] };
      const { toPromote, setupLinks } = await deps.auth.prepareAdmins();
      for (const id of toPromote) await patchPerson(deps, id, { role: "admin" });
      return { setupLinks };
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

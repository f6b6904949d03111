import type { PageQuery } from "@/lib/store/store";
import type { Person } from "@/lib/data/people";
import type {
  PatchPerson,
  PeopleQuery,
  SignUpPolicy,
  SignUpReply,
} from "@/lib/features/accounts/shape/accounts";
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
import { invite, listInvitations, resendInvitation } from "./invitations";
import {
  changeAddress,
  createResetLink,
  endPersonSession,
  patchPerson,
  readPerson,
  removePerson,
  signPersonOut,
} from "./people-admin";
import { listPeople } from "./people-list";

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
    listPeople: (query: PeopleQuery) => listPeople(deps, query),
    readPerson: (id: string, headers: Headers) => readPerson(deps, id, headers),
    signPersonOut: (by: string, id: string) => signPersonOut(deps, by, id),
    endPersonSession: (by: string, session: { id: string; sessionId: string }) =>
      endPersonSession(deps, by, session),
    removePerson: (by: string, person: Parameters<typeof removePerson>[2]) => removePerson(deps, by, person),
    changeAddress: (by: string, person: { id: string; email: string }) => changeAddress(deps, by, person),
    confirmAddress: (person: Person, token: string) => getAuth(deps).confirmAddress(person.id, token),
    readSignUp: () => readSignUp(deps),
    async changeSignUp(by: string, policy: SignUpPolicy): Promise<SignUpReply> {
      await getAuth(deps).signUpPolicy.set(policy);
      await deps.audit.record({ act: "sign_up_changed", actor: by, detail: policy });
      return readSignUp(deps);
    },
    /** `by`: the administrator's id, `null` for the server itself. */
    patchPerson: (by: string | null, id: string, patch: PatchPerson) => patchPerson(deps, by, id, patch),
    createResetLink: (by: string, id: string) => createResetLink(deps, by, id),
    invite: (by: string, invitations: Parameters<typeof invite>[2]) => invite(deps, by, invitations),
    resendInvitation: (by: string, id: string) => resendInvitation(deps, by, id),
    listInvitations: (page: PageQuery) => listInvitations(deps, page),
    async revokeInvitation(by: string, id: string): Promise<void> {
      getAuth(deps);
      await deps.invitations.revoke(id);
      await deps.audit.record({ act: "invitation_revoked", actor: by });
    },
    listAudit: (query: PageQuery & AuditFilter) => listAudit(deps, query),
    exportAudit: (by: string, filter: AuditFilter) => exportAudit(deps, by, filter),
    /** Whether there are people here beside the lone owner of a machine. */
    areThere: deps.auth !== null,
    /** Finishes what a crash interrupted; nothing to do on a server without accounts. */
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

const mostCounted = 100;

/** How people come in without an invitation, and how many wait to be approved; counted up to a hundred. */
async function readSignUp(deps: AccountsDeps): Promise<SignUpReply> {
  if (deps.auth === null) return { policy: "invitation", isBounded: true, waiting: 0 };
  const [policy, waiting] = await Promise.all([
    deps.auth.signUpPolicy.read(),
    deps.people.listWaiting(mostCounted),
  ]);
  return { policy, isBounded: deps.auth.isByInvitation, waiting: waiting.length };
}

import type {
  AccountReply,
  InvitationsReply,
  LinkReply,
  PatchPerson,
  PeopleReply,
  PersonRow,
  Role,
  SessionsReply,
} from "@/lib/features/accounts/shape/accounts";
import type { AuditReply } from "@/lib/features/accounts/shape/audit";
import { endpoint } from "@/lib/protocol/endpoint";

export type ProviderId = "google" | "oidc";
type NewAccount = { name: string; email: string; password: string; invitation?: string };

export const signIn = endpoint<unknown, { email: string; password: string }>()(
  "POST /api/auth/sign-in/email",
);
/** `confirm`: a mail has to show first that the address is the person's. */
export const signUp = endpoint<{ status: "signed_in" | "confirm" }, NewAccount>()(
  "POST /api/auth/sign-up/email",
);
export const signOut = endpoint<unknown, Record<never, never>>()("POST /api/auth/sign-out");
/** Answers with the address at the provider to go to. */
export const visitProvider = endpoint<
  { url: string },
  { provider: ProviderId; callbackURL: string; invitation?: string }
>()("POST /api/auth/sign-in/social");
export const requestReset = endpoint<unknown, { email: string }>()("POST /api/auth/request-password-reset");
export const resetPassword = endpoint<unknown, { newPassword: string; token: string }>()(
  "POST /api/auth/reset-password",
);
export const changePassword = endpoint<
  unknown,
  { currentPassword: string; newPassword: string; revokeOtherSessions: true }
>()("POST /api/auth/change-password");

export const readAccount = endpoint<AccountReply>()("GET /api/account");
/** Deletes the account with everything in it, before it answers. */
export const deleteAccount = endpoint<void, { email: string; password?: string }>()("DELETE /api/account", {
  timeoutMs: 60_000,
});
/** Everything that is kept about the person, as one file of JSON lines. */
export const exportAccount = endpoint()("GET /api/account/export");
/** In which language mail is written to the person. */
export const setLanguage = endpoint<void, { locale: string }>()("PUT /api/account/language");
/** Where one is signed in. */
export const listSessions = endpoint<SessionsReply>()("GET /api/account/sessions");
/** Ends one session of one's own. */
export const endSession = endpoint()("DELETE /api/account/sessions/[id]");
export const signOutEverywhere = endpoint()("POST /api/account/sign-out-everywhere");

export const listPeople = endpoint<PeopleReply>()("GET /api/admin/people");
export const changePerson = endpoint<PersonRow | null, PatchPerson>()("PATCH /api/admin/people/[id]");
export const createResetLink = endpoint<LinkReply>()("POST /api/admin/people/[id]/reset-link");
export const listInvitations = endpoint<InvitationsReply>()("GET /api/admin/invitations");
export const invite = endpoint<LinkReply, { email: string | null; role: Role }>()(
  "POST /api/admin/invitations",
);
export const revokeInvitation = endpoint()("DELETE /api/admin/invitations/[id]");
/** Who did what, to whom and when: a page, or with `format=jsonl` all that matches as a file. */
export const listAudit = endpoint<AuditReply>()("GET /api/audit");

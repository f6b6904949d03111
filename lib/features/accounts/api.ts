import type {
  AccountReply,
  AddressReply,
  InvitationsReply,
  Invite,
  InviteReply,
  LinkReply,
  PatchPerson,
  PeopleReply,
  PersonReply,
  PersonRow,
  SessionsReply,
  SignUpPolicy,
  SignUpReply,
} from "@/lib/features/accounts/shape/accounts";
import type { AuditReply } from "@/lib/features/accounts/shape/audit";
import { endpoint } from "@/lib/protocol/endpoint";

export type ProviderId = "google" | "oidc";
/** What somebody who has no account yet brings, by a password or a provider. */
type Joining = { invitation?: string; acceptsTerms?: boolean };
type NewAccount = Joining & { name: string; email: string; password: string };

export const signIn = endpoint<unknown, { email: string; password: string }>()(
  "POST /api/auth/sign-in/email",
);
/** `confirm`: a mail has to show first that the address is the person's. */
export const signUp = endpoint<{ status: "signed_in" | "confirm" }, NewAccount>()(
  "POST /api/auth/sign-up/email",
);
/** Mails the link that confirms the address once more. */
export const resendConfirmation = endpoint<unknown>()("POST /api/auth/sign-up/resend");
/** Gives up the account that waits for it, so that another address can be used. */
export const withdrawSignUp = endpoint<unknown>()("POST /api/auth/sign-up/withdraw");
export const signOut = endpoint<unknown, Record<never, never>>()("POST /api/auth/sign-out");
/** Answers with the address at the provider to go to. */
export const visitProvider = endpoint<
  { url: string },
  Joining & { provider: ProviderId; callbackURL: string }
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

/** Confirms the new address that an administrator entered. */
export const confirmAddress = endpoint<void, { token: string }>()("PUT /api/account/address");

export const listPeople = endpoint<PeopleReply>()("GET /api/admin/people");
export const readPerson = endpoint<PersonReply>()("GET /api/admin/people/[id]");
export const changePerson = endpoint<PersonRow | null, PatchPerson>()("PATCH /api/admin/people/[id]");
/** Deletes the account with everything in it, before it answers. */
export const removePerson = endpoint<void, { email: string; isWaiting?: true }>()(
  "DELETE /api/admin/people/[id]",
  {
    timeoutMs: 60_000,
  },
);
export const changeAddress = endpoint<AddressReply, { email: string }>()(
  "PUT /api/admin/people/[id]/address",
);
export const signPersonOut = endpoint()("POST /api/admin/people/[id]/sign-out");
export const endPersonSession = endpoint()("DELETE /api/admin/people/[id]/sessions/[sessionId]");
export const createResetLink = endpoint<LinkReply>()("POST /api/admin/people/[id]/reset-link");
export const listInvitations = endpoint<InvitationsReply>()("GET /api/admin/invitations");
/** Each address gets a mail, or without mail a link. */
export const invite = endpoint<InviteReply, Invite>()("POST /api/admin/invitations", { timeoutMs: 60_000 });
/** In place of the old link, which is no longer good. */
export const resendInvitation = endpoint<LinkReply>()("POST /api/admin/invitations/[id]/resend");
export const revokeInvitation = endpoint()("DELETE /api/admin/invitations/[id]");
export const readSignUp = endpoint<SignUpReply>()("GET /api/admin/sign-up");
export const changeSignUp = endpoint<SignUpReply, { policy: SignUpPolicy }>()("PUT /api/admin/sign-up");
/** Who did what, to whom and when: a page, or with `format=jsonl` all that matches as a file. */
export const listAudit = endpoint<AuditReply>()("GET /api/audit");

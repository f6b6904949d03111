import { z } from "zod";
import type { UsageReply } from "@/lib/features/quotas/shape/usage";
import {
  quotaOverridesSchema,
  type QuotaOverrides,
  type QuotaState,
} from "@/lib/features/quotas/shape/quotas";

/**
 * Everybody has the chat. An `operator` sees what runs and keeps it going, an `auditor` sees records, figures
 * and the audit log and changes nothing. The harmless one first.
 */
export const roles = ["member", "operator", "auditor", "admin"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.output<typeof roleSchema>;

export const emailSchema = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());
export const passwordLength = { min: 10, max: 128 } as const;

/** What sign-in pages may offer. `mail`: links are sent; without it an administrator hands them out. */
export type SignInOptions = {
  google: boolean;
  oidc: { name: string } | null;
  mail: boolean;
  isFirstAccount: boolean;
};

/** What the link of an invitation shows to who has it. */
export type InvitationView = {
  state: "open" | "used" | "expired";
  /** Whom it is for; `null` for anybody. */
  email: string | null;
  role: Role;
  inviter: string | null;
  line: string;
  usedAt: number | null;
};

/** `GET /api/account`. `mode` is `owner` without accounts: then there is nothing to sign out of. */
export type AccountReply = {
  mode: "owner" | "accounts";
  id: string;
  name: string;
  email: string | null;
  role: Role;
  hasPassword: boolean;
  createdAt: number;
  quota: QuotaState;
};

/** `GET /api/account/sessions`: days are of UTC, `YYYY-MM-DD`; `browser` is a family such as Firefox. */
export type SessionRow = {
  id: string;
  browser: string | null;
  firstDay: string;
  lastDay: string;
  isThis: boolean;
};
export type SessionsReply = { sessions: SessionRow[] };

/**
 * `DELETE /api/account`: the person types the address again, so that it cannot happen by a slip. The password
 * is needed when the sign-in is more than ten minutes old; who has none signs in again.
 */
export const deleteAccountSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(passwordLength.max).optional(),
});

export const pageQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const personStates = ["active", "waiting", "invited", "disabled"] as const;
export type PersonState = (typeof personStates)[number];
/**
 * `GET /api/admin/people`, newest first; open invitations follow where `state` asks for `all` or for them.
 * `search` is a part of a name or an address.
 */
export const peopleQuerySchema = pageQuerySchema.extend({
  search: z.string().trim().toLowerCase().max(100).optional(),
  role: roleSchema.optional(),
  state: z.enum(["all", ...personStates]).optional(),
});
export type PeopleQuery = z.output<typeof peopleQuerySchema>;
export type PersonRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  isDisabled: boolean;
  /** Signed up and waits to be approved; disabled until then. */
  isWaiting: boolean;
  createdAt: number;
  /** The last day (UTC, YYYY-MM-DD) on which the person sent a message, `null` for never. */
  lastActiveDay: string | null;
  quota: QuotaState;
  overrides: QuotaOverrides;
};
export type PeopleReply = { people: PersonRow[]; invitations: InvitationRow[]; cursor: string | null };
/** `GET /api/admin/people/{id}`: no words of theirs. */
export type PersonReply = { person: PersonRow; sessions: SessionRow[]; usage: UsageReply };

/** `PATCH /api/admin/people/{id}`. A quota replaces the person's whole; `null` follows the settings again. */
export const patchPersonSchema = z
  .strictObject({
    role: roleSchema.optional(),
    isDisabled: z.boolean().optional(),
    quota: quotaOverridesSchema.nullable().optional(),
    /** What it was decided on: `conflict` where that is no longer so. */
    seen: z
      .strictObject({ role: roleSchema, isDisabled: z.boolean(), quota: quotaOverridesSchema })
      .partial()
      .optional(),
  })
  .refine(({ seen: _seen, ...change }) => Object.keys(change).length > 0, {
    error: "name something to change",
  });
export type PatchPerson = z.output<typeof patchPersonSchema>;

/** `PUT /api/admin/people/{id}/address`. `isSent`: it holds once the person opens the mailed link. */
export const addressSchema = z.strictObject({ email: emailSchema });
export type AddressReply = { isSent: boolean };
/** `PUT /api/account/address`: the token of the link that was mailed to the new address. */
export const confirmAddressSchema = z.strictObject({ token: z.string().max(100) });
/**
 * `DELETE /api/admin/people/{id}`: the person's address, typed. `isWaiting`: somebody who was refused is
 * deleted only while they still wait.
 */
export const removePersonSchema = z.strictObject({
  email: z.string().trim().toLowerCase().max(254),
  isWaiting: z.literal(true).optional(),
});

export const invitationDays = { min: 1, max: 30, usual: 7 } as const;
export const mostInvited = 200;
export const lineLength = 300;
/** `POST /api/admin/invitations`; without an address one link that anybody who has it may use, once. */
export const inviteSchema = z.strictObject({
  emails: z.array(emailSchema).max(mostInvited).default([]),
  role: roleSchema.default("member"),
  days: z.int().min(invitationDays.min).max(invitationDays.max).default(invitationDays.usual),
  /** A line from who invites, for the mail. */
  line: z
    .string()
    .max(lineLength)
    .transform((line) => line.replace(/\s+/g, " ").trim())
    .default(""),
});
export type Invite = z.input<typeof inviteSchema>;
/** `member` and `invited`: nothing was sent, as they have an account or an open invitation. */
export type InviteResult = LinkReply & { email: string | null; problem: "member" | "invited" | null };
export type InviteReply = { results: InviteResult[] };
export type InvitationRow = {
  id: string;
  email: string | null;
  role: Role;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
};

/** Whom the environment's `ALLOWED_EMAILS` lets in without an invitation, and how. */
export const signUpPolicies = ["open", "approval", "invitation"] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];
export const signUpSchema = z.strictObject({ policy: z.enum(signUpPolicies) });
/** `GET /api/admin/sign-up`. `isBounded`: the environment allows nobody, so invitations alone count. */
export type SignUpReply = { policy: SignUpPolicy; isBounded: boolean; waiting: number };
export type InvitationsReply = { invitations: InvitationRow[]; cursor: string | null };
/**
 * The link is shown this once, and `null` where it only went to the person by mail. `isSent`: it has been
 * mailed.
 */
export type LinkReply = { link: string | null; expiresAt: number; isSent: boolean };

import { z } from "zod";
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

/** `GET /api/admin/people`, newest first. */
export const peopleQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type PersonRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  isDisabled: boolean;
  createdAt: number;
  /** The last day (UTC, YYYY-MM-DD) on which the person sent a message, `null` for never. */
  lastActiveDay: string | null;
  quota: QuotaState;
  overrides: QuotaOverrides;
};
export type PeopleReply = { people: PersonRow[]; cursor: string | null };

/** `PATCH /api/admin/people/{id}`. A quota replaces the person's whole; `null` follows the settings again. */
export const patchPersonSchema = z
  .strictObject({
    role: roleSchema.optional(),
    isDisabled: z.boolean().optional(),
    quota: quotaOverridesSchema.nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "name something to change" });
export type PatchPerson = z.output<typeof patchPersonSchema>;

/** `POST /api/admin/invitations`; without an address anybody who has the link may use it, once. */
export const inviteSchema = z.strictObject({
  email: emailSchema.nullable().default(null),
  role: roleSchema.default("member"),
});
export type InvitationRow = {
  id: string;
  email: string | null;
  role: Role;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
};
export type InvitationsReply = { invitations: InvitationRow[]; cursor: string | null };
/**
 * The link is shown this once, and `null` where it only went to the person by mail. `isSent`: it has been
 * mailed.
 */
export type LinkReply = { link: string | null; expiresAt: number; isSent: boolean };

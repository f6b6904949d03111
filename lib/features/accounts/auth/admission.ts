import type { Role, SignUpPolicy } from "@/lib/features/accounts/shape/accounts";

export type AdmissionRules = { adminEmails: readonly string[]; allowedEmails: readonly string[] };
export type Invitation = { email: string | null; role: Role };
export type Applicant = {
  email: string;
  /** The address is the applicant's: a provider says so, or they cannot sign in before a mail shows it. */
  isProven: boolean;
  /** Whoever runs the address's domain says so, or its mail shows it; Google's word alone does not. */
  isOfDomain: boolean;
  /** Nobody has an account yet. */
  isFirst: boolean;
  /** An invitation that is neither used nor too old. */
  invitation: Invitation | null;
  /** What an administrator decided on who is allowed and not invited; left out, it is "open". */
  policy?: SignUpPolicy;
};
export type SignUpAdmission = { role: Role; usesInvitation: boolean; isWaiting?: boolean };

/**
 * Who may make an account, and with which role; `null` for everybody else. What the environment says about an
 * address counts only for who has shown that it is theirs: anybody could type it.
 */
export function admit(
  { adminEmails, allowedEmails }: AdmissionRules,
  { email, isProven, isOfDomain, isFirst, invitation, policy = "open" }: Applicant,
): SignUpAdmission | null {
  const isInvited = invitation !== null && (invitation.email === null || invitation.email === email);
  if (isProven && adminEmails.includes(email)) return { role: "admin", usesInvitation: isInvited };
  if (isFirst && adminEmails.length === 0) return { role: "admin", usesInvitation: isInvited };
  if (isInvited) return { role: invitation.role, usesInvitation: true };
  if (policy === "invitation" || !isProven || !isAllowed(allowedEmails, { email, isOfDomain })) return null;
  return { role: "member", usesInvitation: false, ...(policy === "approval" && { isWaiting: true }) };
}

function isAllowed(
  allowed: readonly string[],
  { email, isOfDomain }: Pick<Applicant, "email" | "isOfDomain">,
): boolean {
  const domain = email.slice(email.lastIndexOf("@"));
  return allowed.some((entry) => entry === email || (isOfDomain && entry === domain));
}

type GoogleClaims = { email: string; hd?: string | undefined };

/**
 * Google proves addresses of any domain once, which somebody who has left it keeps. For an organization's it
 * speaks by `hd`, and for its own mail (“Verify the Google ID token on your server side”, November 2026).
 */
export function isOfGoogleDomain({ email, hd }: GoogleClaims): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domain === "gmail.com" || domain === hd?.toLowerCase();
}

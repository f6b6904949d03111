import { toUsableInvitation } from "@/lib/features/accounts/records";
import { paths } from "@/lib/data/paths";
import { toAdmins, type PersonRecord } from "@/lib/data/people";
import { AppError } from "@/lib/errors";
import type { SignUpPolicy } from "@/lib/features/accounts/shape/accounts";
import type { StoredDocument, Store } from "@/lib/store/store";
import { admit, type AdmissionRules } from "./admission";
import { authPaths, toKey, toProviderKey } from "./auth-paths";
import { toSignUpPolicy } from "./sign-up-policy";

export type NewPerson = {
  id: string;
  name: string;
  email: string;
  image: string | null;
  locale: string | null;
  /** Of the site. */
  acceptsTerms?: boolean;
  /** A provider or a link that only its reader can have says that the address is the person's. */
  isProven: boolean;
  /** As in `Applicant`; a field that is left out is true. */
  isOfDomain?: boolean;
  /** The hash of a password; `null` for who signs in by a provider. */
  passwordHash: string | null;
  invitationToken: string | null;
};
export type CreateOptions = { rules: AdmissionRules; hasMail: boolean; now: number };

/** The words are the same whether the invitation is wrong or the address is not allowed. */
export const refusal =
  "Signing up here needs an invitation that is still good, or an address that is allowed. Ask an administrator for a link.";

/**
 * Makes an account with what must exist with it or not at all: the claimed address, the password, the role,
 * the used invitation. Throws `forbidden` for who may not sign up, `already_exists` for a taken address.
 */
export function createPerson(store: Store, person: NewPerson, options: CreateOptions): Promise<PersonRecord> {
  const invitation = person.invitationToken === null ? null : paths.invitation(toKey(person.invitationToken));
  const read = [
    authPaths.email(person.email),
    authPaths.firstAdmin,
    paths.admins,
    authPaths.signUp,
    ...(invitation === null ? [] : [invitation]),
  ];
  return store.transaction(async (tx) => {
    const [claim, first, admins, signUp, invited] = await tx.findMany(read);
    const { record, usesInvitation } = judge(person, options, {
      isFirst: !first,
      policy: toSignUpPolicy(signUp?.data),
      invited: invited ?? null,
    });
    if (claim) throw new AppError("already_exists", "There is an account with this address already.");
    tx.create(authPaths.email(person.email), { userId: person.id });
    tx.create(paths.person(person.id), record);
    if (!first) tx.create(authPaths.firstAdmin, { at: options.now });
    if (record.role === "admin") tx.set(paths.admins, { ids: toAdmins(admins?.data, person.id, record) });
    if (usesInvitation && invitation !== null) tx.update(invitation, { usedAt: options.now });
    if (person.passwordHash !== null) writePassword(tx, person.id, person.passwordHash, options.now);
    return record;
  });
}

/** Judged before the address is looked up, so that a refusal says nothing about who has an account. */
function judge(
  person: NewPerson,
  { rules, hasMail, now }: CreateOptions,
  { isFirst, policy, invited }: { isFirst: boolean; policy: SignUpPolicy; invited: StoredDocument | null },
) {
  const invitation = toUsableInvitation(invited?.data, now);
  const isProven =
    person.isProven || (invitation !== null && invitation.isMailed && invitation.email === person.email);
  // Without a provider's word the address is shown by mail before the first sign-in, where there is mail.
  const willBeProven = isProven || (hasMail && person.passwordHash !== null);
  const { email, isOfDomain = true } = person;
  const admission = admit(rules, { email, isProven: willBeProven, isOfDomain, isFirst, invitation, policy });
  if (admission === null) throw new AppError("forbidden", refusal);
  const { role, usesInvitation, isWaiting = false } = admission;
  const record: PersonRecord = {
    name: person.name,
    email: person.email,
    emailVerified: isProven,
    image: person.image,
    role,
    createdAt: now,
    updatedAt: now,
    disabledAt: isWaiting ? now : null,
    isWaiting,
    locale: person.locale,
    acceptedTermsAt: person.acceptsTerms === true ? now : null,
  };
  return { record, usesInvitation };
}

type RowWriter = { create(path: string, data: { [key: string]: string | number | null }): void };

function writePassword(tx: RowWriter, userId: string, password: string, now: number): void {
  const key = toProviderKey("credential", userId);
  tx.create(authPaths.provider("credential", userId), { userId });
  tx.create(authPaths.account(userId, key), {
    providerId: "credential",
    accountId: userId,
    password,
    createdAt: now,
    updatedAt: now,
  });
}

import type { NewAuditEntry } from "@/lib/data/audit";
import type { PersonRecord } from "@/lib/data/people";
import { AppError } from "@/lib/errors";
import type {
  AddressReply,
  LinkReply,
  PatchPerson,
  PersonReply,
  PersonRow,
} from "@/lib/features/accounts/shape/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import { eraseAccount } from "./own-account";
import { toPersonRow } from "./people-list";

/**
 * What a change takes away ends here at once and on every instance within seconds. The sessions of who is
 * disabled stand, so that their open pages are told why they are refused, and end before anything is given
 * back.
 */
export async function patchPerson(
  deps: AccountsDeps,
  by: string | null,
  id: string,
  patch: PatchPerson,
): Promise<PersonRow> {
  const auth = getAuth(deps);
  const before = await getWithAccount(deps, id);
  checkEnvironment(deps, before, patch);
  if (patch.isDisabled === true) checkOther(by, id);
  const { seen = {} } = patch;
  if (patch.role !== undefined || patch.isDisabled !== undefined) {
    if (before.disabledAt !== null && patch.isDisabled === false) await auth.endSessions(id);
    const after = await deps.people.change(id, { role: patch.role, isDisabled: patch.isDisabled }, seen);
    const isGone = after.disabledAt !== null;
    await auth.epochs.bump(id, { isGone });
    if (isGone) await deps.endRuns(id);
    else if (before.isWaiting) auth.tellApproved(before);
    deps.report("person_changed", { person: id, role: after.role, isDisabled: isGone });
  }
  if (patch.quota !== undefined) await deps.quotas.setOverrides(id, patch.quota, seen.quota);
  for (const entry of toEntries(patch, before)) await deps.audit.record({ ...entry, actor: by, target: id });
  return readRow(deps, id);
}

async function readRow(deps: AccountsDeps, id: string): Promise<PersonRow> {
  const [quota] = await deps.quotas.list([id]);
  const [row] = toPersonRow(id, await deps.people.get(id), quota);
  if (row === undefined) throw createMissing();
  return row;
}

function toEntries(
  { role, isDisabled, quota }: PatchPerson,
  { isWaiting }: PersonRecord,
): Pick<NewAuditEntry, "act" | "detail">[] {
  const enabled = isWaiting ? "person_approved" : "person_enabled";
  return [
    ...(role === undefined ? [] : [{ act: "role_changed" as const, detail: role }]),
    ...(isDisabled === undefined
      ? []
      : [{ act: isDisabled ? ("person_disabled" as const) : (enabled as typeof enabled) }]),
    ...(quota === undefined ? [] : [{ act: "quota_changed" as const }]),
  ];
}

/** Who it is and where they are signed in; what they wrote is nobody else's. */
export async function readPerson(
  deps: AccountsDeps,
  id: string,
  headers: Headers,
): Promise<Pick<PersonReply, "person" | "sessions">> {
  const [person, sessions] = await Promise.all([readRow(deps, id), getAuth(deps).listSessions(id, headers)]);
  return { person, sessions };
}

export async function signPersonOut(deps: AccountsDeps, by: string, id: string): Promise<void> {
  const auth = getAuth(deps);
  await getWithAccount(deps, id);
  await auth.endSessions(id);
  await auth.epochs.bump(id);
  await deps.audit.record({ act: "signed_out_everywhere", actor: by, target: id });
}

/** Throws `not_found`. */
export async function endPersonSession(
  deps: AccountsDeps,
  by: string,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  await getAuth(deps).endSession(id, sessionId);
  await deps.audit.record({ act: "session_ended", actor: by, target: id });
}

/**
 * As the person would do it themselves. Throws `conflict` for the last administrator, for oneself, and for
 * somebody who was to be refused and has been approved meanwhile.
 */
export async function removePerson(
  deps: AccountsDeps,
  by: string,
  { id, email: typed, isWaiting }: { id: string; email: string; isWaiting?: true | undefined },
): Promise<void> {
  checkOther(by, id);
  const { email } = await getWithAccount(deps, id);
  if (typed !== email)
    throw new AppError("invalid_request", "This is not the person's address.", {
      fields: { email: "type the person's address" },
    });
  await eraseAccount(deps, { id, email }, { by, isWaiting });
}

/**
 * With mail the new address holds once the person opens the link that goes there, and the old one is told;
 * without mail it holds at once. Throws `already_exists` for an address that somebody else has.
 */
export async function changeAddress(
  deps: AccountsDeps,
  by: string,
  { id, email }: { id: string; email: string },
): Promise<AddressReply> {
  const before = await getWithAccount(deps, id);
  const isSent = await getAuth(deps).changeAddress({ ...before, id }, email);
  await deps.audit.record({
    act: "address_changed",
    actor: by,
    target: id,
    detail: isSent ? "mailed" : "at once",
  });
  return { isSent };
}

function checkOther(by: string | null, id: string): void {
  if (by === id)
    throw new AppError("conflict", "Somebody else has to do this to your account.", { reason: "ownAccount" });
}

/**
 * With mail the link goes to the person alone: whoever made it could take the account over. Without mail
 * somebody has to hand it over, so it stands in the reply once. Throws when the mail cannot be sent,
 * and `conflict` for who is disabled.
 */
export async function createResetLink(deps: AccountsDeps, by: string, id: string): Promise<LinkReply> {
  const { links, mailer } = getAuth(deps);
  const { email, locale, disabledAt } = await getWithAccount(deps, id);
  if (disabledAt !== null) throw new AppError("conflict", "This person is disabled. Enable them first.");
  const isMailed = mailer !== null;
  // Before there is a link: none goes out that stands in no log.
  await deps.audit.record({
    act: "reset_link_made",
    actor: by,
    target: id,
    detail: isMailed ? "mailed" : "shown",
  });
  const { link, expiresAt } = await links.createReset(id, { isMailed });
  await mailer?.send("reset", { email, locale }, { link });
  return { link: isMailed ? null : link, expiresAt, isSent: isMailed };
}

async function getWithAccount(deps: AccountsDeps, id: string): Promise<PersonRecord & { email: string }> {
  const record = await deps.people.get(id);
  if (record.email === null) throw createMissing();
  return { ...record, email: record.email };
}

function checkEnvironment(
  { adminEmails }: AccountsDeps,
  { email, emailVerified }: PersonRecord,
  { role }: PatchPerson,
): void {
  const isLess = role !== undefined && role !== "admin";
  if (!isLess || !emailVerified || email === null || !adminEmails.includes(email)) return;
  throw new AppError(
    "conflict",
    "ADMIN_EMAILS names this person. Change it there first, or the next start undoes this.",
  );
}

function createMissing(): AppError {
  return new AppError("not_found", "There is no such person.");
}

import type { NewAuditEntry } from "@/lib/data/audit";
import type { PersonRecord } from "@/lib/data/people";
import type { PersonQuota } from "@/lib/features/quotas/records/quotas";
import { AppError } from "@/lib/errors";
import type { LinkReply, PatchPerson, PeopleReply, PersonRow } from "@/lib/features/accounts/shape/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";

/** Newest first. On a server without sign-in there is nobody to administrate. */
export async function listPeople(
  deps: AccountsDeps,
  page: { limit: number; cursor?: string | undefined },
): Promise<PeopleReply> {
  if (deps.auth === null) return { people: [], cursor: null };
  const found = await deps.people.list(page);
  const people = found.people.filter(({ email }) => email !== null);
  const quotas = await deps.quotas.list(people.map(({ id }) => id));
  return {
    people: people.flatMap((person, index) => toRow(person.id, person, quotas[index])),
    cursor: found.cursor,
  };
}

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
  if (patch.role !== undefined || patch.isDisabled !== undefined) {
    if (before.disabledAt !== null && patch.isDisabled === false) await auth.endSessions(id);
    const after = await deps.people.change(id, { role: patch.role, isDisabled: patch.isDisabled });
    const isGone = after.disabledAt !== null;
    await auth.epochs.bump(id, { isGone });
    if (isGone) await deps.endRuns(id);
    deps.report("person_changed", { person: id, role: after.role, isDisabled: isGone });
  }
  if (patch.quota !== undefined) await deps.quotas.setOverrides(id, patch.quota);
  for (const entry of toEntries(patch)) await deps.audit.record({ ...entry, actor: by, target: id });
  const [quota] = await deps.quotas.list([id]);
  const [row] = toRow(id, await deps.people.get(id), quota);
  if (row === undefined) throw createMissing();
  return row;
}

function toEntries({ role, isDisabled, quota }: PatchPerson): Pick<NewAuditEntry, "act" | "detail">[] {
  return [
    ...(role === undefined ? [] : [{ act: "role_changed" as const, detail: role }]),
    ...(isDisabled === undefined
      ? []
      : [{ act: isDisabled ? ("person_disabled" as const) : ("person_enabled" as const) }]),
    ...(quota === undefined ? [] : [{ act: "quota_changed" as const }]),
  ];
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
  if (role !== "member" || !emailVerified || email === null || !adminEmails.includes(email)) return;
  throw new AppError(
    "conflict",
    "ADMIN_EMAILS names this person. Change it there first, or the next start undoes this.",
  );
}

function toRow(
  id: string,
  { name, email, role, disabledAt, createdAt }: PersonRecord,
  quota: PersonQuota | undefined,
): PersonRow[] {
  if (email === null || quota === undefined) return [];
  const { state, overrides, lastActiveDay } = quota;
  return [
    {
      id,
      name,
      email,
      role,
      isDisabled: disabledAt !== null,
      createdAt,
      lastActiveDay,
      quota: state,
      overrides,
    },
  ];
}

function createMissing(): AppError {
  return new AppError("not_found", "There is no such person.");
}

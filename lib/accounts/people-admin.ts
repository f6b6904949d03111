import type { PersonRecord } from "@/lib/data/people";
import type { PersonQuota } from "@/lib/data/quotas";
import { AppError } from "@/lib/errors";
import type { LinkReply, PatchPerson, PeopleReply, PersonRow } from "@/lib/protocol/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";
import { sendLink } from "./send-link";

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

/** What a change takes away ends here at once and on every instance within seconds. */
export async function patchPerson(deps: AccountsDeps, id: string, patch: PatchPerson): Promise<PersonRow> {
  const auth = getAuth(deps);
  const before = await getWithAccount(deps, id);
  checkEnvironment(deps, before, patch);
  if (patch.role !== undefined || patch.isDisabled !== undefined) {
    const after = await deps.people.change(id, { role: patch.role, isDisabled: patch.isDisabled });
    const isGone = after.disabledAt !== null;
    await auth.epochs.bump(id, { isGone });
    if (isGone) {
      await auth.endSessions(id);
      await deps.endRuns(id);
    }
    deps.report("person_changed", { person: id, role: after.role, isDisabled: isGone });
  }
  if (patch.quota !== undefined) await deps.quotas.setOverrides(id, patch.quota);
  const [quota] = await deps.quotas.list([id]);
  const [row] = toRow(id, await deps.people.get(id), quota);
  if (row === undefined) throw createMissing();
  return row;
}

/** The link stands in the reply once; it has also been mailed where there is mail. */
export async function createResetLink(deps: AccountsDeps, id: string): Promise<LinkReply> {
  const auth = getAuth(deps);
  const { email } = await getWithAccount(deps, id);
  // The administrator sees it too, so that it shows nothing about who reads the address's mail.
  const { link, expiresAt } = await auth.links.createReset(id, { isMailed: false });
  return { link, expiresAt, isSent: await sendLink(deps, "reset", email, link) };
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

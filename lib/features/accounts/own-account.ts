import type { Person } from "@/lib/data/people";
import type { ExportLine } from "@/lib/data/kept-records";
import { AppError } from "@/lib/errors";
import type { AccountReply, SessionRow } from "@/lib/features/accounts/shape/accounts";
import { getAuth, type AccountsDeps } from "./accounts-deps";

/** A sign-in this young stands for the password. */
const recentMs = 10 * 60_000;

export async function readAccount(deps: AccountsDeps, person: Person): Promise<AccountReply> {
  const [{ createdAt }, quota, hasPassword] = await Promise.all([
    deps.people.get(person.id),
    deps.quotas.read(person.id),
    deps.auth === null ? false : deps.auth.hasPassword(person.id),
  ]);
  const { id, name, email, role } = person;
  return {
    mode: deps.auth === null ? "owner" : "accounts",
    id,
    name,
    email,
    role,
    hasPassword,
    createdAt,
    quota,
  };
}

/** Gives the cookies that make this browser forget its session as well. */
export async function signOutEverywhere(deps: AccountsDeps, person: Person): Promise<string[]> {
  const auth = getAuth(deps);
  await auth.endSessions(person.id);
  await auth.epochs.bump(person.id);
  await deps.audit.record({ act: "signed_out_everywhere", actor: person.id });
  return auth.goneCookies();
}

/** Where the person is signed in; nowhere on a server without accounts. */
export async function listSessions(
  { auth }: AccountsDeps,
  person: Person,
  headers: Headers,
): Promise<SessionRow[]> {
  return auth === null ? [] : auth.listSessions(person.id, headers);
}

export async function endSession(deps: AccountsDeps, person: Person, key: string): Promise<void> {
  await getAuth(deps).endSession(person.id, key);
  await deps.audit.record({ act: "session_ended", actor: person.id });
}

/** Settings that the person saved as an administrator still say by whom. Gives the cookies to remove. */
export async function deleteAccount(
  deps: AccountsDeps,
  person: Person,
  typed: { email: string; password?: string | undefined },
  headers: Headers,
): Promise<string[]> {
  const auth = getAuth(deps);
  if (typed.email !== person.email)
    throw new AppError("invalid_request", "This is not your address.", {
      fields: { email: "type your own address" },
    });
  await checkRecent(deps, person, typed.password, headers);
  await eraseAccount(deps, person);
  return [...auth.goneCookies(), auth.goneDevice(typed.email)];
}

/** Each step may be done again; the person's own record, which says that they are leaving, goes last. */
export async function eraseAccount(
  deps: AccountsDeps,
  { id, email }: { id: string; email: string | null },
  { by = id, isWaiting }: { by?: string; isWaiting?: true | undefined } = {},
): Promise<void> {
  const auth = getAuth(deps);
  const { isLast } = await deps.people.retire(id, isWaiting);
  await auth.epochs.bump(id, { isGone: true });
  await deps.endRuns(id);
  // Or what an instance still takes for the person would be written after the deletion.
  await deps.waitForRevocation();
  await auth.forget({ id, email: email ?? "", isLast });
  await deps.invitations.forget({ id, email });
  await deps.personData.deleteAll(id);
  await deps.audit.record({ act: "account_deleted", actor: by, ...(by !== id && { target: id }) });
  deps.report("account_deleted", {});
}

/** A deletion that takes longer than this has been cut off. */
const longestDeletionMs = 10 * 60_000;
const deletionsAtOnce = 20;

/** Deletes what a crash left of accounts that were to be deleted. */
export async function finishDeletions(deps: AccountsDeps): Promise<void> {
  const leaving = await deps.people.listLeaving(deletionsAtOnce);
  for (const person of leaving)
    if (deps.now() - person.leavingAt > longestDeletionMs) await eraseAccount(deps, person);
}

async function checkRecent(
  deps: AccountsDeps,
  person: Person,
  password: string | undefined,
  headers: Headers,
): Promise<void> {
  const auth = getAuth(deps);
  if (password !== undefined) return auth.checkPassword(person, password, headers);
  if (deps.now() - (await auth.sessionStart(headers)) < recentMs) return;
  if (await auth.hasPassword(person.id))
    throw new AppError("invalid_request", "Enter your password as well.", {
      fields: { password: "is needed" },
    });
  throw new AppError("forbidden", "Sign in again, then delete the account within ten minutes.");
}

/** Everything that is kept about the person, as lines of JSON. */
export async function* exportAccount(
  deps: AccountsDeps,
  { id, name, email, role }: Person,
): AsyncGenerator<string> {
  const { createdAt } = await deps.people.get(id);
  const toLine = (line: ExportLine) => `${JSON.stringify(line)}\n`;
  yield toLine({ kind: "account", id, name, email, role, createdAt, exportedAt: deps.now() });
  for await (const line of deps.personData.readAll(id)) yield toLine(line);
  // Whoever reads the file can see by this line that it is whole.
  yield toLine({ kind: "end" });
}

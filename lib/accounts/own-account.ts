import type { Person } from "@/lib/data/people";
import type { ExportLine } from "@/lib/data/person-data";
import { AppError } from "@/lib/errors";
import type { AccountReply } from "@/lib/protocol/accounts";
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
  return { mode: deps.auth === null ? "owner" : "accounts", id, name, email, role, hasPassword, createdAt, quota };
}

/** Gives the cookies that make this browser forget its session as well. */
export async function signOutEverywhere(deps: AccountsDeps, person: Person): Promise<string[]> {
  const auth = getAuth(deps);
  await auth.endSessions(person.id);
  await auth.epochs.bump(person.id);
  return auth.goneCookies();
}

/** Deletes the person with everything in it; nothing that names them stays. Gives the cookies to remove. */
export async function deleteAccount(deps: AccountsDeps, person: Person, typed: { email: string; password?: string | undefined }, headers: Headers): Promise<string[]> {
  const auth = getAuth(deps);
  if (typed.email !== person.email) throw new AppError("invalid_request", "This is not your address.", { fields: { email: "type your own address" } });
  await checkRecent(deps, person, typed.password, headers);
  const { isLast } = await deps.people.retire(person.id);
  await auth.epochs.bump(person.id, { isGone: true });
  await deps.endRuns(person.id);
  await auth.forget({ id: person.id, email: typed.email, isLast });
  await deps.invitations.forget({ id: person.id, email: typed.email });
  await deps.personData.deleteAll(person.id);
  deps.report("account_deleted", {});
  return auth.goneCookies();
}

async function checkRecent(deps: AccountsDeps, person: Person, password: string | undefined, headers: Headers): Promise<void> {
  const auth = getAuth(deps);
  if (password !== undefined) return auth.checkPassword(person, password, headers);
  if (deps.now() - (await auth.sessionStart(headers)) < recentMs) return;
  if (await auth.hasPassword(person.id)) throw new AppError("invalid_request", "Enter your password as well.", { fields: { password: "is needed" } });
  throw new AppError("forbidden", "Sign in again, then delete the account within ten minutes.");
}

/** Everything that is kept about the person, as lines of JSON. */
export async function* exportAccount(deps: AccountsDeps, { id, name, email, role }: Person): AsyncGenerator<string> {
  const { createdAt } = await deps.people.get(id);
  const toLine = (line: ExportLine | { kind: "account" | "end"; [field: string]: unknown }) => `${JSON.stringify(line)}\n`;
  yield toLine({ kind: "account", id, name, email, role, createdAt, exportedAt: deps.now() });
  for await (const line of deps.personData.readAll(id)) yield toLine(line);
  // Whoever reads the file can see by this line that it is whole.
  yield toLine({ kind: "end" });
}

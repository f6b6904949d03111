import type { PageQuery } from "@/lib/store/store";
import type { AuditEntry } from "@/lib/data/audit";
import type {
  AuditAct,
  AuditFilter,
  AuditPerson,
  AuditReply,
  AuditRow,
} from "@/lib/features/accounts/shape/audit";
import type { AccountsDeps } from "./accounts-deps";

const exportedAtOnce = 100;

/** Newest first, with the names that those people have today. */
export async function listAudit(
  deps: AccountsDeps,
  { limit, cursor, ...filter }: PageQuery & AuditFilter,
): Promise<AuditReply> {
  const found = await deps.audit.list({ limit, cursor }, filter);
  const entries = await nameInvited(deps, found.entries);
  return { entries: await nameAll(deps, entries), cursor: found.cursor };
}

/** Everything that matches as lines of JSON, newest first; that it was taken stands in the log as well. */
export async function* exportAudit(
  deps: AccountsDeps,
  by: string,
  filter: AuditFilter,
): AsyncGenerator<string> {
  await deps.audit.record({ act: "audit_exported", actor: by });
  let cursor: string | null | undefined;
  do {
    const page: AuditReply = await listAudit(deps, {
      ...filter,
      limit: exportedAtOnce,
      cursor: cursor ?? undefined,
    });
    yield* page.entries.map((entry) => `${JSON.stringify(entry)}\n`);
    cursor = page.cursor;
  } while (cursor !== null);
}

const invitationActs: readonly AuditAct[] = ["person_invited", "invitation_resent"];

/** The log holds the id of an invitation, so that the address goes with it. */
async function nameInvited(deps: AccountsDeps, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const isOfInvitation = ({ act }: AuditEntry) => invitationActs.includes(act);
  const ids = [...new Set(entries.filter(isOfInvitation).flatMap(({ about }) => about ?? []))];
  const addresses = new Map(
    (await deps.invitations.findMany(ids)).map((found, index) => [ids[index], found?.email ?? null]),
  );
  return entries.map((entry) =>
    isOfInvitation(entry) ? { ...entry, about: addresses.get(entry.about ?? "") ?? null } : entry,
  );
}

async function nameAll(deps: AccountsDeps, entries: readonly AuditEntry[]): Promise<AuditRow[]> {
  const ids = [...new Set(entries.flatMap(({ actor, target }) => [actor ?? [], target ?? []].flat()))];
  const people = await deps.people.findMany(ids);
  const names = new Map(ids.map((id, index) => [id, people[index]?.name ?? null]));
  const toPerson = (id: string | null): AuditPerson | null =>
    id === null ? null : { id, name: names.get(id) ?? null };
  return entries.map(({ id, at, act, actor, target, detail, about }) => {
    return { id, at, act, actor: toPerson(actor), target: toPerson(target), detail, about };
  });
}

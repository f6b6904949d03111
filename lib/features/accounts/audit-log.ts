import type { AuditEntry } from "@/lib/data/audit";
import type { AuditFilter, AuditPerson, AuditReply, AuditRow } from "@/lib/features/accounts/shape/audit";
import type { AccountsDeps } from "./accounts-deps";

type PageRequest = { limit: number; cursor?: string | undefined };

const exportedAtOnce = 100;

/** Newest first, with the names that those people have today. */
export async function listAudit(
  deps: AccountsDeps,
  { limit, cursor, ...filter }: PageRequest & AuditFilter,
): Promise<AuditReply> {
  const found = await deps.audit.list({ limit, cursor }, filter);
  return { entries: await nameAll(deps, found.entries), cursor: found.cursor };
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

async function nameAll(deps: AccountsDeps, entries: readonly AuditEntry[]): Promise<AuditRow[]> {
  const ids = [...new Set(entries.flatMap(({ actor, target }) => [actor ?? [], target ?? []].flat()))];
  const people = await deps.people.findMany(ids);
  const names = new Map(ids.map((id, index) => [id, people[index]?.name ?? null]));
  const toPerson = (id: string | null): AuditPerson | null =>
    id === null ? null : { id, name: names.get(id) ?? null };
  return entries.map(({ id, at, act, actor, target, detail }) => {
    return { id, at, act, actor: toPerson(actor), target: toPerson(target), detail };
  });
}

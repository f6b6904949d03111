import type { PageQuery } from "@/lib/store/store";
import type { PersonRecord } from "@/lib/data/people";
import type { PersonQuota } from "@/lib/features/quotas/records/quotas";
import type { PeopleQuery, PeopleReply, PersonRow } from "@/lib/features/accounts/shape/accounts";
import type { AccountsDeps } from "./accounts-deps";
import { toInvitationRows } from "./invitations";
import type { InvitationRecord } from "./records";

type Listed<RECORD> = { items: (RECORD & { id: string })[]; cursor: string | null };
type Wanted = Pick<PeopleQuery, "search" | "role" | "state">;

/** What one request reads at most to find what it looks for; the cursor leads on from there. */
const mostScanned = 1_000;
const scannedAtOnce = 200;
/** A cursor in the invitations, which follow the people. */
const invited = "invited:";

/** Newest first. On a server without sign-in there is nobody to administrate. */
export async function listPeople(
  deps: AccountsDeps,
  { cursor, limit, ...wanted }: PeopleQuery,
): Promise<PeopleReply> {
  if (deps.auth === null) return { people: [], invitations: [], cursor: null };
  const isPast = wanted.state === "invited" || cursor?.startsWith(invited) === true;
  const people = isPast ? noPeople : await findPeople(deps, { cursor, limit }, wanted);
  const hasInvited = wanted.state === "all" || wanted.state === "invited";
  if (people.cursor !== null || !hasInvited) return { ...people, invitations: [] };
  const from = cursor?.startsWith(invited) === true ? cursor.slice(invited.length) : undefined;
  const open = await findMatching(
    async (page) => toListed(await deps.invitations.list(page)),
    { limit, cursor: from },
    { isAny: false, fits: (found) => isOpen(found, deps.now()) && fits(found, "", wanted) },
  );
  return {
    people: people.people,
    invitations: await toInvitationRows(deps, open.items),
    cursor: open.cursor === null ? null : `${invited}${open.cursor}`,
  };
}

const noPeople = { people: [], cursor: null };

async function findPeople(deps: AccountsDeps, page: PageQuery, wanted: Wanted) {
  const isAny = !wanted.search && wanted.role === undefined && (wanted.state ?? "all") === "all";
  const { items, cursor } = await findMatching(
    async (asked) => {
      const { people, cursor } = await deps.people.list(asked);
      return { items: people, cursor };
    },
    page,
    {
      isAny,
      fits: (person) =>
        (wanted.state === undefined || wanted.state === "all" || wanted.state === toState(person)) &&
        fits(person, person.name, wanted),
    },
  );
  const quotas = await deps.quotas.list(items.map(({ id }) => id));
  return { people: items.flatMap((person, index) => toPersonRow(person.id, person, quotas[index])), cursor };
}

function toListed({ invitations: items, cursor }: Awaited<ReturnType<AccountsDeps["invitations"]["list"]>>) {
  return { items, cursor };
}

/** Reads on until there are as many as asked for, the end is reached, or enough was read. */
async function findMatching<RECORD>(
  read: (page: PageQuery) => Promise<Listed<RECORD>>,
  { limit, cursor: from }: PageQuery,
  { isAny, fits }: { isAny: boolean; fits: (record: RECORD) => boolean },
): Promise<Listed<RECORD>> {
  const step = isAny ? limit : scannedAtOnce;
  const items: Listed<RECORD>["items"] = [];
  let cursor = from;
  for (let scanned = 0; scanned < mostScanned; scanned += step) {
    const found = await read({ limit: step, cursor });
    items.push(...found.items.filter(fits));
    if (found.cursor === null) return { items, cursor: null };
    cursor = found.cursor;
    if (items.length >= limit) break;
  }
  return { items, cursor: cursor ?? null };
}

function fits(
  { email, role }: { email: string | null; role: string },
  name: string,
  { search = "", role: wanted }: Wanted,
): boolean {
  return (wanted ?? role) === role && `${name} ${email ?? ""}`.toLowerCase().includes(search);
}

function toState({ disabledAt, isWaiting }: PersonRecord) {
  if (disabledAt === null) return "active";
  return isWaiting ? "waiting" : "disabled";
}

function isOpen({ usedAt, expiresAt }: InvitationRecord, now: number): boolean {
  return usedAt === null && expiresAt > now;
}

export function toPersonRow(
  id: string,
  { name, email, role, disabledAt, isWaiting, createdAt }: PersonRecord,
  quota: PersonQuota | undefined,
): PersonRow[] {
  if (email === null || quota === undefined) return [];
  const { state, overrides, lastActiveDay } = quota;
  const isDisabled = disabledAt !== null;
  return [
    { id, name, email, role, isDisabled, isWaiting, createdAt, lastActiveDay, quota: state, overrides },
  ];
}

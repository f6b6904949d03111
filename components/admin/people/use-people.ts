import { useDeferredValue, useMemo, useState } from "react";
import { loadFrom, call } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";
import { useReason } from "@/components/ui/use-reason";
import { changePerson, listPeople } from "@/lib/features/accounts/api";
import type {
  InvitationRow,
  PatchPerson,
  PeopleReply,
  PersonRow,
  PersonState,
  Role,
} from "@/lib/features/accounts/shape/accounts";

/** A person, or somebody who is invited. */
export type PeopleRow = {
  id: string;
  name: string;
  email: string | null;
  role: Role;
  state: PersonState;
  person: PersonRow | null;
  invitation: InvitationRow | null;
};
export type PeopleFilter = { search: string; role: Role | "any"; state: PersonState | "all" };
export type Patch = (people: readonly PersonRow[], change: PatchPerson) => Promise<string | null>;

/** The people of this site and who is invited to it, as far as they fit the filter. */
export function usePeople() {
  const [filter, setFilter] = useState<PeopleFilter>({ search: "", role: "any", state: "all" });
  const { role, state } = filter;
  const search = useDeferredValue(filter.search.trim());
  const load = useMemo(() => {
    const query = { state, role: role === "any" ? null : role, search: search === "" ? null : search };
    return loadFrom(listPeople, { query });
  }, [role, state, search]);
  const list: Resource<PeopleRow, PeopleReply> = useResource({ load, key: ({ id }) => id, page });
  const put = (person: PersonRow): void => list.put(toPersonRow(person));
  return { filter, setFilter, list, patch: usePatch(put) };
}

/** Changes one after the other; says for each that was refused why, or `null`. */
export function usePatch(put: (person: PersonRow) => void): Patch {
  const explain = useReason();
  return (people, change) =>
    runEach(people, async (person) => {
      const answer = await call(changePerson, {
        params: person,
        body: { ...change, seen: toSeen(person, change) },
      });
      if (answer.ok && answer.value !== null) put(answer.value);
      return answer.ok ? null : explain(answer);
    });
}

/** Does it to one after the other; what was refused is named. */
export async function runEach<ONE extends { name: string; email: string | null }>(
  all: readonly ONE[],
  work: (one: ONE) => Promise<string | null>,
): Promise<string | null> {
  const refused: string[] = [];
  for (const one of all) {
    const reason = await work(one);
    if (reason !== null)
      refused.push(all.length === 1 ? reason : `${one.name || (one.email ?? "")}: ${reason}`);
  }
  return refused.length === 0 ? null : refused.join("\n");
}

/** What the change was decided on, and no more: another field may be anything. */
function toSeen({ role, isDisabled, overrides }: PersonRow, change: PatchPerson) {
  return {
    ...(change.role !== undefined && { role }),
    ...(change.isDisabled !== undefined && { isDisabled }),
    ...(change.quota !== undefined && { quota: overrides }),
  };
}

function page({ people, invitations, cursor }: PeopleReply) {
  return { items: [...people.map(toPersonRow), ...invitations.map(toInvitedRow)], cursor };
}

function toPersonRow(person: PersonRow): PeopleRow {
  const { id, name, email, role, isDisabled, isWaiting } = person;
  const state = isWaiting ? "waiting" : isDisabled ? "disabled" : "active";
  return { id, name, email, role, state, person, invitation: null };
}

function toInvitedRow(invitation: InvitationRow): PeopleRow {
  const { id, email, role } = invitation;
  return { id, name: "", email, role, state: "invited", person: null, invitation };
}

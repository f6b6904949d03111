import { paths } from "@/lib/data/paths";
import type { Store } from "@/lib/store/store";
import { toKey } from "./count-groups";

const pageSize = 500;
/** What one request reads at most to find whose keys they are. */
const mostRead = 2_000;

export type NamedPerson = { id: string; name: string };

/**
 * Finds people, by their names as they are now, by the keys that stand for them in the figures. Whose key
 * it is stays in this process's memory and is never stored: a deleted account leaves a key that names nobody.
 */
export function createPeopleNames(store: Pick<Store, "list" | "findMany">) {
  const ids = new Map<string, string>();
  /** Keys of accounts that are deleted. */
  const gone = new Set<string>();

  async function learn(keys: readonly string[]): Promise<void> {
    const isOpen = (key: string): boolean => !ids.has(key) && !gone.has(key);
    let cursor: string | undefined;
    for (let read = 0; read < mostRead && keys.some(isOpen); read += pageSize) {
      const page = await store.list({ collection: paths.people, limit: pageSize, cursor });
      for (const { id } of page.documents) ids.set(toKey(id), id);
      if (page.cursor === null) for (const key of keys.filter(isOpen)) gone.add(key);
      cursor = page.cursor ?? undefined;
    }
  }

  /** One read for each; all people are read only where a key is new. */
  return async (keys: readonly string[]): Promise<Map<string, NamedPerson>> => {
    await learn(keys);
    const known = keys.flatMap((key) => ids.get(key) ?? []);
    const found = await store.findMany(known.map(paths.person));
    return new Map(
      found.flatMap((person, index) => {
        const id = known[index] ?? "";
        return person === null ? [] : [[toKey(id), { id, name: String(person.data["name"]) }] as const];
      }),
    );
  };
}

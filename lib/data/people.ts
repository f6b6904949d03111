import type { Role } from "@/lib/protocol/accounts";
import type { Store } from "@/lib/store/store";
import { paths } from "./paths";

/** `email` is `null` for the owner of a server without sign-in. */
export type Person = { id: string; name: string; email: string | null; role: Role };

export function createPeople(store: Store, now: () => number) {
  return {
    /** Makes sure that the person has a record, so that what hangs on it has an owner. */
    async ensure({ id, name, role }: Person): Promise<void> {
      if ((await store.find(paths.person(id))) !== null) return;
      await store.set(paths.person(id), { name, role, createdAt: now() });
    },
  };
}
export type People = ReturnType<typeof createPeople>;

import { increment, type Store } from "@/lib/store/store";
import { z } from "zod";
import { paths } from "./paths";

/** Encrypts and decrypts short texts; `open` gives `null` when the text was sealed with another secret. */
export type Sealer = { seal(text: string): string; open(sealed: string): string | null };

/** A model server whose address an admin entered, and its model that answers. */
export type EnteredServer = { baseURL: string; model: string };
/** Keys of providers and search engines by id, opened, and the server. */
export type EnteredAccess = { keys: Record<string, string>; server: EnteredServer | null };

const recordSchema = z.object({
  keys: z.record(z.string(), z.string()).default({}),
  server: z.object({ baseURL: z.string(), model: z.string() }).nullable().default(null),
});
type KeyRecord = z.output<typeof recordSchema>;

/** What an admin entered to reach models and engines. Keys are encrypted at rest and never shown again. */
export function createProviderKeys(store: Store, sealer: Sealer) {
  const parse = (data: Record<string, unknown> | undefined) => recordSchema.parse(data ?? {});
  const sealInto = (keys: KeyRecord["keys"], provider: string, key: string | null): KeyRecord["keys"] => {
    const { [provider]: _replaced, ...others } = keys;
    return key === null ? others : { ...others, [provider]: sealer.seal(key) };
  };

  /** The settings' `keysVersion` tells every instance to look again. */
  const change = (toNext: (before: KeyRecord) => KeyRecord): Promise<void> =>
    store.transaction(async (tx) => {
      tx.set(paths.providerKeys, toNext(parse((await tx.find(paths.providerKeys))?.data)));
      tx.merge(paths.settings, { keysVersion: increment(1) });
    });

  return {
    async read(): Promise<EnteredAccess> {
      const { keys, server } = parse((await store.find(paths.providerKeys))?.data);
      const opened = Object.entries(keys).map(([provider, value]) => [provider, sealer.open(value)] as const);
      return {
        keys: Object.fromEntries(opened.filter((entry): entry is [string, string] => entry[1] !== null)),
        server,
      };
    },

    /** `null` removes the key. */
    put: (provider: string, key: string | null): Promise<void> =>
      change(({ keys, server }) => ({ keys: sealInto(keys, provider, key), server })),

    /** The server and its key go together: a key is never sent to another address. `null` removes both. */
    putServer: (server: EnteredServer | null, key: string | null): Promise<void> =>
      change(({ keys }) => ({ keys: sealInto(keys, "local", key), server })),
  };
}
export type ProviderKeys = ReturnType<typeof createProviderKeys>;

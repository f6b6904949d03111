import { increment, type Store } from "@/lib/store/store";
import { z } from "zod";
import { paths } from "./paths";

/** Encrypts and decrypts short texts; `open` gives `null` when the text was sealed with another secret. */
export type Sealer = { seal(text: string): string; open(sealed: string): string | null };

const recordSchema = z.object({ keys: z.record(z.string(), z.string()).default({}) });

/** The keys that an admin entered, encrypted at rest, read by the server only and never shown again. */
export function createProviderKeys(store: Store, sealer: Sealer) {
  const read = (data: Record<string, unknown> | undefined) => recordSchema.parse(data ?? {}).keys;
  return {
    async list(): Promise<Record<string, string>> {
      const sealed = read((await store.find(paths.providerKeys))?.data);
      const opened = Object.entries(sealed).map(
        ([provider, value]) => [provider, sealer.open(value)] as const,
      );
      return Object.fromEntries(opened.filter((entry): entry is [string, string] => entry[1] !== null));
    },

    /** `null` removes the key. The settings' `keysVersion` tells every instance to look again. */
    async put(provider: string, key: string | null): Promise<void> {
      await store.transaction(async (tx) => {
        const keys = read((await tx.find(paths.providerKeys))?.data);
        const { [provider]: _removed, ...others } = keys;
        tx.set(paths.providerKeys, {
          keys: key === null ? others : { ...others, [provider]: sealer.seal(key) },
        });
        tx.merge(paths.settings, { keysVersion: increment(1) });
      });
    },
  };
}
export type ProviderKeys = ReturnType<typeof createProviderKeys>;

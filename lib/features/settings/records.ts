import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import { settingsPatchSchema, type SettingsPatch } from "@/lib/protocol/settings";
import { increment, type Store } from "@/lib/store/store";
import { z } from "zod";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";
import { createConflict } from "@/lib/data/versions";
import { maxDrafts, type DraftChange, type DraftRef, type NewDraft, type SettingsDraft } from "./shape";
import type { Sealer } from "@/lib/secrets";

const serverSchema = z.object({
  /** `local`, or a provider of its own. */
  name: z.string().default("local"),
  baseURL: z.string(),
  /** The one that answers by itself, and the tokens that it reads in one call, where the server says so. */
  model: z.string(),
  contextWindow: z.number().nullable().default(null),
});
/** A model server whose address an admin entered. */
export type EnteredServer = z.output<typeof serverSchema>;
/** Keys of providers and search engines by id, opened, and the servers by name. */
export type EnteredAccess = { keys: Record<string, string>; servers: readonly EnteredServer[] };

/** Earlier versions kept one server alone. */
const recordSchema = z
  .object({
    keys: z.record(z.string(), z.string()).default({}),
    server: serverSchema.nullable().default(null),
    servers: z.array(serverSchema).default([]),
  })
  .transform(({ keys, server, servers }) => ({
    keys,
    servers: server === null ? servers : [server, ...servers],
  }));
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
      const { keys, servers } = parse((await store.find(paths.providerKeys))?.data);
      const opened = Object.entries(keys).map(([provider, value]) => [provider, sealer.open(value)] as const);
      return {
        keys: Object.fromEntries(opened.filter((entry): entry is [string, string] => entry[1] !== null)),
        servers,
      };
    },

    /** `null` removes the key. */
    put: (provider: string, key: string | null): Promise<void> =>
      change(({ keys, servers }) => ({ keys: sealInto(keys, provider, key), servers })),

    /** The server and its key go together: a key is never sent to another address. */
    putServer: (server: EnteredServer, key: string | null): Promise<void> =>
      change(({ keys, servers }) => ({
        keys: sealInto(keys, server.name, key),
        servers: [...servers.filter(({ name }) => name !== server.name), server],
      })),

    /** Removes it with its key. */
    removeServer: (name: string): Promise<void> =>
      change((before) =>
        before.servers.every((server) => server.name !== name)
          ? before
          : {
              keys: sealInto(before.keys, name, null),
              servers: before.servers.filter((server) => server.name !== name),
            },
      ),
  };
}
export type ProviderKeys = ReturnType<typeof createProviderKeys>;

const storedPatch = z.record(z.string(), z.unknown()).transform((stored) => {
  const read = Object.entries(stored).map(([name, value]) => ({
    ...{ name, ...settingsPatchSchema.safeParse({ [name]: value }) },
  }));
  const fields = Object.assign({}, ...read.map(({ data }) => data)) as SettingsPatch;
  return { fields, dropped: read.flatMap(({ name, success }) => (success ? [] : name)) };
});
/** What no longer fits the settings is left out, field by field. */
const draftSchema = z
  .object({
    ...{ name: z.string(), version: z.number(), base: z.number(), patch: storedPatch, from: storedPatch },
    ...{ author: z.string(), createdAt: z.number(), updatedBy: z.string(), updatedAt: z.number() },
  })
  .transform(({ patch, from, ...draft }) => ({
    ...{ ...draft, patch: patch.fields, from: from.fields, dropped: patch.dropped },
  }));
type Edit = { by: string; from: SettingsPatch };

/** Drafts of the settings, which are the site's. */
export function createSettingsDrafts(store: Store, now: () => number) {
  const drafts = createRecords(store, {
    noun: "draft",
    collection: () => paths.settingsDrafts,
    schema: draftSchema,
    most: maxDrafts,
    tooMany: () => new AppError("too_large", `There can be ${maxDrafts} drafts: delete one.`),
    order: (a, b) => b.updatedAt - a.updatedAt || a.name.localeCompare(b.name),
    toStored: ({ dropped: _dropped, ...draft }) => draft,
    skipsUnreadable: true,
  });
  return {
    list: (): Promise<SettingsDraft[]> => drafts.list(null),
    get: (id: string): Promise<SettingsDraft> => drafts.get(null, id),

    /** Throws `too_large`. */
    create(draft: NewDraft, { by, from }: Edit): Promise<SettingsDraft> {
      const about = { author: by, createdAt: now(), updatedBy: by, updatedAt: now() };
      return drafts.create(null, { ...draft, id: randomUUID(), version: 1, from, dropped: [], ...about });
    },

    /** Throws `not_found`, and `conflict` when somebody else kept it first. */
    change: (id: string, { version, ...draft }: DraftChange, { by, from }: Edit): Promise<SettingsDraft> =>
      drafts.change(null, id, (before) => {
        if (before.version !== version) throw createConflict("this draft", before);
        const about = { version: version + 1, updatedBy: by, updatedAt: now() };
        return { ...before, ...draft, from, dropped: [], ...about };
      }),

    delete: (id: string): Promise<void> => drafts.delete(null, id),

    /** Deletes it unless it was changed since or is gone. */
    deleteAsOf: ({ id, version }: DraftRef): Promise<void> =>
      store.transaction(async (tx) => {
        const own = drafts.in(tx, null);
        if ((await own.find(id))?.version === version) own.delete(id);
      }),
  };
}
export type SettingsDrafts = ReturnType<typeof createSettingsDrafts>;

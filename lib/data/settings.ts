import { AppError } from "@/lib/errors";
import {
  agentSettingsSchema,
  defaultSettings,
  type AgentSettings,
  type SettingsPatch,
} from "@/lib/protocol/settings";
import type { DocumentData, Store, Transaction } from "@/lib/store/store";
import { createCached } from "./cached";
import { toJson, withoutUndefined } from "./json";
import { paths } from "./paths";
import { findNewestVersions, toSettings, toVersionNumber, versions } from "./settings-history";
import { createConflict, toVersionPath, type VersionsPage } from "./versions";

export type SettingsRecord = {
  version: number;
  settings: AgentSettings;
  updatedAt: number | null;
  updatedBy: string | null;
  /** Grows with each change of the keys that an admin entered. */
  keysVersion: number;
  /**
   * What is in force because the stored settings cannot be read: an older version of them, or the defaults.
   * `null` when they can.
   */
  fallback: number | "defaults" | null;
};

export type SettingsOptions = {
  /** What is in force until somebody changes it. */
  defaults?: AgentSettings;
  /** Told when the stored settings cannot be read and older ones, or the defaults, are in force. */
  onUnreadable?: (problem: { version: number; inForce: number | "defaults" }) => void;
};

/** `unreadable`: what is stored, where nobody can read it. */
type ReadSettings = { record: SettingsRecord; unreadable: DocumentData | null };

/** A change made on another instance is live within 5 seconds: this, and the time that one read takes. */
const maxAgeMs = 3_000;

/** The agent's settings, all versions. Unreadable ones never stop the product, and saving repairs them. */
export function createSettings(
  store: Store,
  now: () => number,
  { defaults = defaultSettings, onUnreadable = () => undefined }: SettingsOptions = {},
) {
  const read = (reader: StoreReader) => readSettings(reader, defaults, onUnreadable);
  const { announce, onRefresh } = createListeners();
  const cached = createCached(async () => announce((await read(store)).record), { now, maxAgeMs });

  /**
   * Everything is read before anything is written; `decide` gives the settings that shall follow. What could
   * not be read is set aside.
   */
  async function save(
    version: number,
    author: string,
    decide: (current: AgentSettings, tx: Transaction) => Promise<AgentSettings> | AgentSettings,
  ) {
    const record = await store.transaction(async (tx) => {
      const { record: current, unreadable } = await read(tx);
      if (current.version !== version) throw createConflict("the settings", current);
      const settings = await decide(current.settings, tx);
      const isListed = (await tx.find(toVersionPath(paths.settingsVersions, version))) !== null;
      const next = { version: version + 1, settings, updatedAt: now(), updatedBy: author };
      const { keysVersion } = current;
      if (unreadable !== null) tx.set(paths.settingsUnreadable(version), unreadable);
      else if (!isListed) keepUnlisted(tx, current);
      versions.write(tx, paths.settingsVersions, next);
      tx.set(paths.settings, { ...next, settings: toJson(settings), keysVersion });
      return { ...next, keysVersion, fallback: null };
    });
    cached.put(record);
    return announce(record);
  }

  return {
    defaults,
    /** The settings in force. Kept for 3 seconds, and read once however many ask at a time. */
    get: cached.get,

    /** Saves a change made against `version`. Throws `conflict`, and says who saved first. */
    update: (patch: SettingsPatch, version: number, author: string): Promise<SettingsRecord> =>
      save(version, author, (current) => mergeSettings(current, patch)),

    /** `to` becomes the newest; 0: the defaults. Throws `conflict`, `not_found` or `invalid_settings`. */
    revert: ({ version, to }: { version: number; to: number }, author: string): Promise<SettingsRecord> =>
      save(version, author, (_current, tx) => (to === 0 ? defaults : getVersion(tx, to))),

    /** As they stood after that change; 0: the defaults. Throws `not_found` or `invalid_settings`. */
    at: async (version: number) => getVersionOf(store, await cached.get(), { version, defaults }),

    /** Newest first. */
    listVersions: (page: VersionsPage) => versions.list(store, paths.settingsVersions, page),

    /** The listener is told when settings are read or saved, before anybody gets them. It never throws. */
    onRefresh,
    /** Makes the next `get` read. */
    forget: cached.forget,
  };
}
export type Settings = ReturnType<typeof createSettings>;

type StoreReader = Pick<Store, "find" | "list">;

async function readSettings(
  reader: StoreReader,
  defaults: AgentSettings,
  onUnreadable: NonNullable<SettingsOptions["onUnreadable"]>,
): Promise<ReadSettings> {
  const data = (await reader.find(paths.settings))?.data ?? {};
  const stored = toRecord(data, defaults);
  if (stored !== null) return { record: stored, unreadable: null };
  return { record: await findFallback(reader, data, defaults, onUnreadable), unreadable: data };
}

function createListeners() {
  const listeners: ((record: SettingsRecord) => Promise<void>)[] = [];
  return {
    onRefresh: (listener: (record: SettingsRecord) => Promise<void>): void => void listeners.push(listener),
    async announce(record: SettingsRecord): Promise<SettingsRecord> {
      await Promise.all(listeners.map((listener) => listener(record)));
      return record;
    },
  };
}

/** `null` when the stored settings cannot be read. */
function toRecord(data: DocumentData, defaults: AgentSettings): SettingsRecord | null {
  const settings = toSettings(data["settings"], defaults);
  const version = toVersionNumber(data["version"] ?? 0);
  if (settings === null || version === null) return null;
  return {
    version,
    settings,
    updatedAt: typeof data["updatedAt"] === "number" ? data["updatedAt"] : null,
    updatedBy: typeof data["updatedBy"] === "string" ? data["updatedBy"] : null,
    keysVersion: toVersionNumber(data["keysVersion"]) ?? 0,
    fallback: null,
  };
}

/** Keeps the number of what is stored, so that a save made against it repairs it. */
async function findFallback(
  reader: Pick<Store, "list">,
  data: DocumentData,
  defaults: AgentSettings,
  onUnreadable: NonNullable<SettingsOptions["onUnreadable"]>,
): Promise<SettingsRecord> {
  const { readable, last } = await findNewestVersions(reader);
  const version = toVersionNumber(data["version"]) ?? last;
  const fallback = readable?.version ?? "defaults";
  onUnreadable({ version, inForce: fallback });
  const { settings = defaults, updatedAt = null, updatedBy = null } = readable ?? {};
  const keysVersion = toVersionNumber(data["keysVersion"]) ?? 0;
  return { version, settings, updatedAt, updatedBy, keysVersion, fallback };
}

/** Settings that were saved before there was a history join it with the next change. */
function keepUnlisted(tx: Transaction, { version, settings, updatedAt, updatedBy }: SettingsRecord): void {
  if (version > 0)
    versions.write(tx, paths.settingsVersions, {
      ...{ version, settings, updatedAt: updatedAt ?? 0, updatedBy: updatedBy ?? "" },
    });
}

function getVersionOf(
  store: Pick<Store, "find">,
  current: SettingsRecord,
  { version, defaults }: { version: number; defaults: AgentSettings },
): AgentSettings | Promise<AgentSettings> {
  if (version === current.version) return current.settings;
  return version === 0 ? defaults : getVersion(store, version);
}

async function getVersion(tx: Pick<Store, "find">, version: number): Promise<AgentSettings> {
  const found = await tx.find(toVersionPath(paths.settingsVersions, version));
  if (found === null) throw new AppError("not_found", `There is no version ${version} of the settings.`);
  const readable = versions.read(found.data);
  if (readable === null)
    throw new AppError("invalid_settings", `Version ${version} of the settings cannot be read any more.`);
  return readable.settings;
}

/** The settings with the change made. */
export function mergeSettings(settings: AgentSettings, patch: SettingsPatch): AgentSettings {
  const { modelTiers, ...rest } = patch;
  return agentSettingsSchema.parse({
    ...settings,
    ...withoutUndefined(rest),
    modelTiers: { ...settings.modelTiers, ...withoutUndefined(modelTiers ?? {}) },
  });
}

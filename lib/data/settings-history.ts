import { agentSettingsSchema, type AgentSettings, type SettingsVersion } from "@/lib/protocol/settings";
import type { DocumentData, Page, PageQuery, Query, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { toJson } from "./json";
import { paths } from "./paths";

/** What stood after each change of the settings. */
export type SettingsHistory = { versions: SettingsVersion[]; cursor: string | null };

type Lister = { list(query: Query): Promise<Page> };

/** A page, newest first. Versions that cannot be read any more are left out. */
export async function listVersions(store: Lister, page: PageQuery): Promise<SettingsHistory> {
  const { documents, cursor } = await store.list({ ...newestFirst, ...page });
  return {
    versions: documents.map(({ data }) => toVersion(data)).filter((version) => version !== null),
    cursor,
  };
}

/** The newest version that can be read, and the number of the newest of all; 0 without any. */
export async function findNewestVersions(
  store: Lister,
): Promise<{ readable: SettingsVersion | null; last: number }> {
  const { documents } = await store.list({ ...newestFirst, limit: searchedVersions });
  const readable = documents.map(({ data }) => toVersion(data)).find((version) => version !== null);
  return { readable: readable ?? null, last: toVersionNumber(documents[0]?.data["version"]) ?? 0 };
}

export function writeVersion(tx: Transaction, version: SettingsVersion): void {
  tx.set(paths.settingsVersion(version.version), { ...version, settings: toJson(version.settings) });
}

/** `null` for what is not, or no longer, a version. */
export function toVersion(data: DocumentData): SettingsVersion | null {
  return versionSchema.safeParse(data).data ?? null;
}

export function toVersionNumber(value: unknown): number | null {
  return versionNumberSchema.safeParse(value).data ?? null;
}

/** `null` when they cannot be read. What is not stored has its default. */
export function toSettings(stored: unknown, defaults: AgentSettings): AgentSettings | null {
  const fields = fieldsSchema.safeParse(stored);
  return fields.success
    ? (agentSettingsSchema.safeParse({ ...defaults, ...fields.data }).data ?? null)
    : null;
}

const newestFirst = {
  collection: paths.settingsVersions,
  orderBy: { field: "version", direction: "desc" },
} as const;
/** How far back something readable is looked for. */
const searchedVersions = 50;
const fieldsSchema = z.record(z.string(), z.unknown()).default({});
const versionNumberSchema = z.int().min(0);
const versionSchema = z.object({
  version: versionNumberSchema,
  settings: agentSettingsSchema,
  updatedAt: z.number(),
  updatedBy: z.string(),
});

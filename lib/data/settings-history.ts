import { agentSettingsSchema, type AgentSettings, type SettingsVersion } from "@/lib/protocol/settings";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { paths } from "./paths";
import { createVersions } from "./versions";

const versionNumberSchema = z.int().min(0);
/** What stood after each change of the settings. */
export const versions = createVersions<SettingsVersion>(
  z.object({
    version: versionNumberSchema,
    settings: agentSettingsSchema,
    updatedAt: z.number(),
    updatedBy: z.string(),
  }),
);

/** The newest version that can be read, and the number of the newest of all; 0 without any. */
export async function findNewestVersions(
  store: Pick<Store, "list">,
): Promise<{ readable: SettingsVersion | null; last: number }> {
  const { documents } = await store.list({
    collection: paths.settingsVersions,
    orderBy: { field: "version", direction: "desc" },
    limit: searchedVersions,
  });
  const readable = documents.map(({ data }) => versions.read(data)).find((version) => version !== null);
  return { readable: readable ?? null, last: toVersionNumber(documents[0]?.data["version"]) ?? 0 };
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

/** How far back something readable is looked for. */
const searchedVersions = 50;
const fieldsSchema = z.record(z.string(), z.unknown()).default({});

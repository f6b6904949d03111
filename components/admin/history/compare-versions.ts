import { listDifferences } from "@/components/admin/setting-paths";
import type { Difference } from "@/components/admin/setting-paths";
import type { AgentSettings, SettingsVersion } from "@/lib/protocol/settings";

/** A version with what it changed, and what going back to it would change now. */
export type ComparedVersion = SettingsVersion & { changed: Difference[]; toNow: Difference[] };

/**
 * Each version beside the one before it; `versions` is newest first. The oldest one is compared with the defaults when it is
 * the last there is, and is held back until the one before it is known when it is not.
 */
export function compareVersions(
  versions: readonly SettingsVersion[],
  { hasOlder, defaults, now }: { hasOlder: boolean; defaults: AgentSettings; now: AgentSettings },
): ComparedVersion[] {
  const shown = hasOlder ? versions.slice(0, -1) : versions;
  return shown.map((version, place) => ({
    ...version,
    changed: listDifferences(versions[place + 1]?.settings ?? defaults, version.settings),
    toNow: listDifferences(now, version.settings),
  }));
}

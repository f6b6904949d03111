import type { People } from "@/lib/data/people";
import type { Settings } from "@/lib/data/settings";
import { findPermission, type FindToolPermission } from "@/lib/protocol/tool-permissions";

type PermissionDeps = {
  settings: Pick<Settings, "get">;
  people: Pick<People, "find">;
  /** Those that do nothing and have no permission. */
  freeTools: readonly string[];
};

/** Who is not known has what members have. */
export function createPermissionsOf({ settings, people, freeTools }: PermissionDeps) {
  return async (userId: string): Promise<FindToolPermission> => {
    const all = (await settings.get()).settings.toolPermissions;
    if (Object.keys(all).length === 0) return () => null;
    const role = (await people.find(userId))?.role ?? "member";
    return (tool) => (freeTools.includes(tool) ? null : findPermission(all, role, tool));
  };
}

import type { Role } from "@/lib/features/accounts/shape/accounts";

/**
 * What a role may have of a tool. `allow` leaves out the question before a tool that always asks, and nothing
 * else: what others' text may have caused is asked all the same.
 */
export const permissions = ["allow", "ask", "deny"] as const;
export type Permission = (typeof permissions)[number];

/** Stands for every tool that is not named, also those that come later. */
export const otherTools = "*";
/** By the names that models know. What is not said is left to the tool. */
export type ToolPermissions = Partial<Record<Role, Partial<Record<string, Permission>>>>;

/** `isNamed`: it is said of this very tool. */
export type FoundPermission = { permission: Permission; isNamed: boolean };

export type FindToolPermission = (tool: string) => FoundPermission | null;

/** What holds for the role; `null` where nothing is said. */
export function findPermission(all: ToolPermissions, role: Role, tool: string): FoundPermission | null {
  const own = all[role] ?? {};
  const find = (name: string) => (Object.hasOwn(own, name) ? own[name] : undefined);
  const named = find(tool.replaceAll(".", "_"));
  const permission = named ?? find(otherTools);
  return permission === undefined ? null : { permission, isNamed: named !== undefined };
}

/** `null` takes away what is said of the tool. */
export function withPermission(
  all: ToolPermissions,
  { role, tool }: { role: Role; tool: string },
  permission: Permission | null,
): ToolPermissions {
  const { [role]: own = {}, ...others } = all;
  const rest = Object.entries(own).filter(([name]) => name !== tool);
  const next = permission === null ? rest : [...rest, [tool, permission] as const];
  return next.length === 0 ? others : { ...others, [role]: Object.fromEntries(next) };
}

import type { Role } from "./accounts";

export const adminGroups = ["watch", "agent", "connect", "people"] as const;
export type AdminGroup = (typeof adminGroups)[number];
type AdminPage = { group: AdminGroup; href: string; roles: readonly Role[] };

const watchers = ["operator", "auditor", "admin"] as const;

/** The pages of the administration by group, and who sees them; what each may do there the routes decide. */
export const adminPages = {
  overview: { group: "watch", href: "/admin", roles: watchers },
  runs: { group: "watch", href: "/admin/runs", roles: watchers },
  alerts: { group: "watch", href: "/admin/alerts", roles: watchers },
  ratings: { group: "watch", href: "/admin/ratings", roles: watchers },
  agent: { group: "agent", href: "/admin/agent", roles: ["admin"] },
  agents: { group: "agent", href: "/admin/agents", roles: ["admin"] },
  laboratory: { group: "agent", href: "/admin/laboratory", roles: ["admin"] },
  history: { group: "agent", href: "/admin/history", roles: ["admin"] },
  models: { group: "connect", href: "/admin/models", roles: ["admin"] },
  tools: { group: "connect", href: "/admin/tools", roles: ["admin"] },
  mcp: { group: "connect", href: "/admin/mcp", roles: ["admin"] },
  search: { group: "connect", href: "/admin/search", roles: ["admin"] },
  people: { group: "people", href: "/admin/people", roles: ["admin"] },
  invitations: { group: "people", href: "/admin/invitations", roles: ["admin"] },
  audit: { group: "people", href: "/admin/audit", roles: ["auditor", "admin"] },
  site: { group: "people", href: "/admin/site", roles: ["admin"] },
} as const satisfies Record<string, AdminPage>;
export type AdminPageId = keyof typeof adminPages;

export function maySeePage(role: Role, page: AdminPageId): boolean {
  const { roles }: { roles: readonly Role[] } = adminPages[page];
  return roles.includes(role);
}

/** Who may see records of other people's runs; words only administrators. */
export const runReaders: readonly Role[] = watchers;
/** Who may stop replies of others and end pauses. */
export const operators: readonly Role[] = ["operator", "admin"];
export const auditors: readonly Role[] = ["auditor", "admin"];

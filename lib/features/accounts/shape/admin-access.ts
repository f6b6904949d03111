import type { Role } from "./accounts";

/** The pages of the administration and who sees them; what each may do there the routes decide. */
export const adminPages = {
  overview: { href: "/admin", roles: ["operator", "auditor", "admin"] },
  runs: { href: "/admin/runs", roles: ["operator", "auditor", "admin"] },
  ratings: { href: "/admin/ratings", roles: ["operator", "auditor", "admin"] },
  agent: { href: "/admin/agent", roles: ["admin"] },
  agents: { href: "/admin/agents", roles: ["admin"] },
  laboratory: { href: "/admin/laboratory", roles: ["admin"] },
  models: { href: "/admin/models", roles: ["admin"] },
  tools: { href: "/admin/tools", roles: ["admin"] },
  mcp: { href: "/admin/mcp", roles: ["admin"] },
  search: { href: "/admin/search", roles: ["admin"] },
  people: { href: "/admin/people", roles: ["admin"] },
  alerts: { href: "/admin/alerts", roles: ["operator", "auditor", "admin"] },
  audit: { href: "/admin/audit", roles: ["auditor", "admin"] },
} as const satisfies Record<string, { href: string; roles: readonly Role[] }>;
export type AdminPageId = keyof typeof adminPages;

export function maySeePage(role: Role, page: AdminPageId): boolean {
  const { roles }: { roles: readonly Role[] } = adminPages[page];
  return roles.includes(role);
}

/** Who may see records of other people's runs; words only administrators. */
export const runReaders: readonly Role[] = ["operator", "auditor", "admin"];
/** Who may stop replies of others and end pauses. */
export const operators: readonly Role[] = ["operator", "admin"];
export const auditors: readonly Role[] = ["auditor", "admin"];

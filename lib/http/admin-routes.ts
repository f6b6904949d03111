import type { Role } from "@/lib/protocol/accounts";

const admins: readonly Role[] = ["admin"];
const auditors: readonly Role[] = ["auditor", "admin"];
const operators: readonly Role[] = ["operator", "admin"];
const watchers: readonly Role[] = ["operator", "auditor", "admin"];

/** Every route that not everybody may use, and the roles that it admits. */
export const adminRoutes = {
  "GET /api/admin/breakers": watchers,
  "POST /api/admin/breakers": operators,
  "GET /api/admin/runs": watchers,
  "POST /api/admin/runs/[id]/stop": operators,
  "GET /api/admin/overview": watchers,
  "GET /api/audit": auditors,
  // Whose acts are looked for.
  "GET /api/admin/people": auditors,
  "PATCH /api/admin/people/[id]": admins,
  "POST /api/admin/people/[id]/reset-link": admins,
  "GET /api/admin/invitations": admins,
  "POST /api/admin/invitations": admins,
  "DELETE /api/admin/invitations/[id]": admins,
  "GET /api/admin/settings": admins,
  "PUT /api/admin/settings": admins,
  "GET /api/admin/settings/versions": admins,
  "POST /api/admin/settings/revert": admins,
  "PUT /api/admin/keys": admins,
  "GET /api/admin/models/server": admins,
  "POST /api/admin/models/server": admins,
  "PUT /api/admin/models/server": admins,
  "DELETE /api/admin/models/server": admins,
  "POST /api/admin/models/test": admins,
  "POST /api/admin/search/test": admins,
  "GET /api/admin/mcp": admins,
  "POST /api/admin/mcp": admins,
  "PATCH /api/admin/mcp/[id]": admins,
  "PUT /api/admin/mcp/[id]": admins,
  "DELETE /api/admin/mcp/[id]": admins,
  "POST /api/admin/mcp/[id]/test": admins,
  "POST /api/admin/mcp/[id]/sign-in": admins,
  "GET /api/admin/mcp/signed-in": admins,
  "POST /api/agents": admins,
  "PATCH /api/agents/[id]": admins,
  "DELETE /api/agents/[id]": admins,
  "GET /api/agents/[id]/versions": admins,
  "POST /api/agents/[id]/revert": admins,
} as const satisfies Record<string, readonly Role[]>;
export type AdminRoute = keyof typeof adminRoutes;

import type { RouteRow } from "./route-row";

/** Who sees alerts, looks after them, and says who hears of them. */
export const alertRoutes: Record<string, RouteRow> = {
  "GET /api/admin/alerts": { for: ["operator", "auditor", "admin"], status: 200 },
  "GET /api/admin/alerts/backtest": { for: ["operator", "auditor", "admin"], status: 200 },
  "PATCH /api/admin/alerts/[id]": {
    for: ["operator", "admin"],
    status: 404,
    prepare: () => ({ params: { id: "none" }, body: { state: "acknowledged" } }),
  },
  "PUT /api/admin/alerts/receivers": {
    for: "admins",
    status: 409,
    prepare: () => ({ body: { version: 7, ids: null } }),
  },
};

import type { RouteRow } from "./route-row";

/** What the site is called and looks like. */
export const sitePageRoutes: Record<string, RouteRow> = {
  "GET /api/site": { for: "everybody", status: 200 },
  "GET /api/site/mark": { for: "everybody", status: 404 },
  "GET /api/admin/site": { for: "admins", status: 200 },
  "PUT /api/admin/site": {
    for: "admins",
    status: 409,
    prepare: () => ({ body: { version: 9, site: {} } }),
  },
  "GET /api/admin/backups": { for: "admins", status: 200 },
  "POST /api/admin/backups": { for: "admins", status: 202 },
  "PUT /api/admin/backups": {
    ...{ for: "admins", status: 409 },
    prepare: () => ({ body: { version: 9, plan: { schedule: null } } }),
  },
  "GET /api/admin/backups/[name]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { name: "2026-11-27T03-00-00-000Z" } }),
  },
  "DELETE /api/admin/backups/[name]": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { name: "2026-11-27T03-00-00-000Z" } }),
  },
};

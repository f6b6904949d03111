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
};

import * as revert from "@/app/api/admin/settings/revert/route";
import * as settings from "@/app/api/admin/settings/route";
import { startRouteServer, type Route, type RouteServer } from "@/tests/support/route-server";

const routes: Record<string, Route> = {
  "GET /api/admin/settings": settings.GET,
  "PUT /api/admin/settings": settings.PUT,
  "POST /api/admin/settings/revert": revert.POST,
};

/** The product's own routes for the settings behind a port. */
export const startAdminServer = (): Promise<RouteServer> =>
  startRouteServer((method, path) => ({ route: routes[`${method} ${path}`] }));

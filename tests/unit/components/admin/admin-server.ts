import * as draft from "@/app/api/admin/settings/drafts/[id]/route";
import * as drafts from "@/app/api/admin/settings/drafts/route";
import * as revert from "@/app/api/admin/settings/revert/route";
import * as settings from "@/app/api/admin/settings/route";
import { startRouteServer, type Route, type RouteServer } from "@/tests/support/route-server";

const routes: Record<string, Route> = {
  "GET /api/admin/settings": settings.GET,
  "PUT /api/admin/settings": settings.PUT,
  "POST /api/admin/settings/revert": revert.POST,
  "GET /api/admin/settings/drafts": drafts.GET,
  "POST /api/admin/settings/drafts": drafts.POST,
  "PUT /api/admin/settings/drafts/[id]": draft.PUT,
};

/** The product's own routes for the settings behind a port. */
export const startAdminServer = (): Promise<RouteServer> =>
  startRouteServer((method, path) => {
    const [, id] = /^\/api\/admin\/settings\/drafts\/(.+)$/.exec(path) ?? [];
    if (id === undefined) return { route: routes[`${method} ${path}`] };
    return { route: routes[`${method} ${path.replace(id, "[id]")}`], params: { id } };
  });

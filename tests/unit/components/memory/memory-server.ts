import * as one from "@/app/api/memories/[id]/route";
import * as all from "@/app/api/memories/route";
import { startRouteServer, type Route, type RouteServer } from "@/tests/support/route-server";

/** The product's own routes for the memory behind a port. */
export function startMemoryServer(): Promise<RouteServer> {
  return startRouteServer((method, path) => {
    const id = /^\/api\/memories\/([^/]+)/.exec(path)?.[1];
    const route = (id === undefined ? all : one)[method as "DELETE"] as Route | undefined;
    return { route, params: id === undefined ? {} : { id } };
  });
}

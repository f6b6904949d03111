import type { RouteRow } from "./route-row";

/** Who connects servers of tools, looks at their tools and tries them. */
export const toolServerRoutes: Record<string, RouteRow> = {
  "GET /api/admin/mcp": { for: "admins", status: 200 },
  "POST /api/admin/mcp": {
    for: "admins",
    status: 400,
    prepare: () => ({ body: { name: "x", transport: { kind: "http", url: "http://127.0.0.1:9/mcp" } } }),
  },
  "PATCH /api/admin/mcp/[id]": {
    for: "admins",
    status: 404,
    prepare: () => ({ params: { id: "none" }, body: { version: 1, changes: {} } }),
  },
  "PUT /api/admin/mcp/[id]": {
    for: "admins",
    status: 404,
    prepare: () => ({
      params: { id: "none" },
      body: { version: 1, name: "x", transport: { kind: "http", url: "http://127.0.0.1:9/mcp" } },
    }),
  },
  "DELETE /api/admin/mcp/[id]": { for: "admins", status: 404, prepare: () => ({ params: { id: "none" } }) },
  "POST /api/admin/mcp/[id]/sign-in": {
    ...{ for: "admins", status: 404 },
    prepare: () => ({ params: { id: "none" } }),
  },
  "GET /api/admin/mcp/signed-in": { for: "admins", status: 400 },
  "POST /api/admin/mcp/[id]/test": {
    ...{ for: "admins", status: 404, prepare: () => ({ params: { id: "none" } }) },
  },
  "POST /api/admin/mcp/[id]/try": {
    for: "admins",
    status: 404,
    prepare: () => ({ params: { id: "none" }, body: { tool: "x", fingerprint: "f", input: {} } }),
  },
};

import { setCookiesOn, toJsonResponse } from "@/lib/http/api-headers";
import { readSignInCookie, toSignInCookie } from "@/lib/http/mcp-sign-in-cookie";
import { serve } from "@/lib/http/serve";
import { mcpPatchSchema, mcpReplacementSchema, mcpTrialSchema, newMcpServerSchema } from "./shape";
import * as api from "./api";

export const listServers = serve(api.listServers, { roles: ["admin"] })(({ services }) =>
  services.toolServers.listAll(),
);
export const createServer = serve(api.createServer, {
  roles: ["admin"],
  body: newMcpServerSchema,
  size: "texts",
  status: 201,
})(({ request, user, services, body }) => services.toolServers.create(body, user, request.signal));
export const changeServer = serve(api.changeServer, {
  roles: ["admin"],
  body: mcpPatchSchema,
  size: "texts",
})(({ user, services, params, body: { version, changes } }) =>
  services.toolServers.update(params.id, changes, version, user),
);
export const replaceServer = serve(api.replaceServer, {
  roles: ["admin"],
  body: mcpReplacementSchema,
  size: "texts",
})(({ request, user, services, params, body }) =>
  services.toolServers.replace(params.id, body, user, request.signal),
);
export const deleteServer = serve(api.deleteServer, { roles: ["admin"] })(({ user, services, params }) =>
  services.toolServers.remove(params.id, user),
);
export const testServer = serve(api.testServer, { roles: ["admin"] })(({ request, user, services, params }) =>
  services.toolServers.test(params.id, user.id, request.signal),
);
export const tryTool = serve(api.tryTool, { roles: ["admin"], body: mcpTrialSchema, size: "texts" })(
  ({ request, user, services, params, body }) =>
    services.toolServers.tryTool(params.id, body, user, request.signal),
);
export const signInToServer = serve(api.signInToServer, { roles: ["admin"] })(async ({
  request,
  user,
  services,
  params,
}) => {
  const host = request.headers.get("host") ?? "";
  const { url, flow } = await services.toolServers.beginSignIn(params.id, { userId: user.id, host });
  return setCookiesOn(toJsonResponse({ url }), [toSignInCookie(flow, request)]);
});
export const finishSignIn = serve(api.finishSignIn, { roles: ["admin"] })(async ({
  request,
  user,
  services,
}) => {
  const query = new URL(request.url).searchParams;
  const given = { code: query.get("code"), state: query.get("state"), issuer: query.get("iss") };
  await services.toolServers.finishSignIn(readSignInCookie(request), user.id, given, request.signal);
  const headers = { location: "/admin/mcp", "set-cookie": toSignInCookie(null, request) };
  return new Response(null, { status: 303, headers });
});

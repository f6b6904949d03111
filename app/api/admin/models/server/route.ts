import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput, readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import {
  askServerSchema,
  putServerSchema,
  removeServerSchema,
  type LocalServersReply,
} from "@/lib/protocol/local-server";

/** The model servers that are found on this machine; none on a server with accounts, which is not theirs. */
export const GET = withAdmin("GET /api/admin/models/server", async ({ request, services }) => {
  const reply: LocalServersReply = { servers: await services.findLocalServers(request.signal) };
  return toJsonResponse(reply);
});

/** Which models the server of an address has. */
export const POST = withAdmin("POST /api/admin/models/server", async ({ request, services }) => {
  const entry = await readBody(request, askServerSchema);
  return toJsonResponse(await services.listServer(entry, request.signal));
});

/** Tries the server once more and lets its model answer from now on. */
export const PUT = withAdmin("PUT /api/admin/models/server", async ({ request, user, services }) => {
  const entry = await readBody(request, putServerSchema);
  return toJsonResponse(await services.putServer(user.id, entry, request.signal));
});

export const DELETE = withAdmin("DELETE /api/admin/models/server", async ({ request, user, services }) => {
  const { name } = parseInput(removeServerSchema, Object.fromEntries(new URL(request.url).searchParams));
  return toJsonResponse(await services.removeServer(user.id, name));
});

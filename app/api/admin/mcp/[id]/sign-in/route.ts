import { toJsonResponse } from "@/lib/http/api-headers";
import { toSignInCookie } from "@/lib/http/mcp-sign-in-cookie";
import { withAdmin } from "@/lib/http/with-user";
import type { McpSignInReply } from "@/lib/protocol/mcp";

type Params = { id: string };

/** Begins a sign-in at the server. What belongs to it stays with this browser. */
export const POST = withAdmin<Params>(
  "POST /api/admin/mcp/[id]/sign-in",
  async ({ request, params, user, services }) => {
    const host = request.headers.get("host") ?? "";
    const { url, flow } = await services.toolServers.beginSignIn(params.id, { userId: user.id, host });
    const response = toJsonResponse({ url } satisfies McpSignInReply);
    response.headers.append("set-cookie", toSignInCookie(flow, request));
    return response;
  },
);

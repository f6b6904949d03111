import { readSignInCookie, toSignInCookie } from "@/lib/http/mcp-sign-in-cookie";
import { withAdmin } from "@/lib/http/with-user";

/** Where the authorization server leads the browser back to. What went wrong stands on the page. */
export const GET = withAdmin("GET /api/admin/mcp/signed-in", async ({ request, user, services }) => {
  const query = new URL(request.url).searchParams;
  const answer = { code: query.get("code"), state: query.get("state"), issuer: query.get("iss") };
  await services.toolServers.finishSignIn(readSignInCookie(request), user.id, answer, request.signal);
  const headers = { location: "/admin/mcp", "set-cookie": toSignInCookie(null, request) };
  return new Response(null, { status: 303, headers });
});

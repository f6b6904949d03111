import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { versionsQuerySchema, type VersionsReply } from "@/lib/protocol/settings";

/** What stood after each change, newest first, a page at a time. */
export const GET = withAdmin("GET /api/admin/settings/versions", async ({ request, services }) => {
  const page = parseInput(versionsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  const reply: VersionsReply = await services.listSettingsVersions(page);
  return toJsonResponse(reply);
});

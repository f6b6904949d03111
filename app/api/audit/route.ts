import { toJsonResponse } from "@/lib/http/api-headers";
import { toDownloadResponse } from "@/lib/http/download-response";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { auditQuerySchema } from "@/lib/protocol/audit";

export const maxDuration = 300;

/** Who did what, to whom and when: a page, or with `format=jsonl` all that matches as a file. */
export const GET = withAdmin("GET /api/audit", async ({ request, user, services }) => {
  const { format, ...query } = parseInput(
    auditQuerySchema,
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (format === "json") return toJsonResponse(await services.accounts.listAudit(query));
  const { actor, act } = query;
  return toDownloadResponse(services.accounts.exportAudit(user.id, { actor, act }), {
    name: "sextant-audit.jsonl",
    contentType: "application/x-ndjson",
  });
});

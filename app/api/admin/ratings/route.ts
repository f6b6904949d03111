import { toJsonResponse } from "@/lib/http/api-headers";
import { toDownloadResponse } from "@/lib/http/download-response";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { ratingsQuerySchema } from "@/lib/protocol/run-record";

export const maxDuration = 300;

/** What people think of answers, without their words: a page, or with `format=jsonl` all of it as a file. */
export const GET = withAdmin("GET /api/admin/ratings", async ({ request, services }) => {
  const { format, ...query } = parseInput(
    ratingsQuerySchema,
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (format === "json") return toJsonResponse(await services.ratings.list(query));
  return toDownloadResponse(services.ratings.export(query.value), {
    name: "sextant-ratings.jsonl",
    contentType: "application/x-ndjson",
  });
});

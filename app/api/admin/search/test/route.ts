import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { testEngineSchema, type EngineTestReply } from "@/lib/protocol/settings";

/** Asks a search engine one real question and says how it went. */
export const POST = withAdmin("POST /api/admin/search/test", async ({ request, services }) => {
  const { engine } = await readBody(request, testEngineSchema);
  const reply: EngineTestReply = await services.testEngine(engine, request.signal);
  return toJsonResponse(reply);
});

import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { listQuerySchema, type ModelListReply } from "@/lib/protocol/settings";

/** The models that a provider lists at the moment. */
export const GET = withAdmin("GET /api/admin/models", async ({ request, services }) => {
  const { provider } = parseInput(listQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  const reply: ModelListReply = { models: await services.listModels(provider, request.signal) };
  return toJsonResponse(reply);
});

import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { putKeySchema } from "@/lib/protocol/settings";

/** Keeps the key of a provider, tried first, or a search engine, or removes it. It is never given back. */
export const PUT = withAdmin("PUT /api/admin/keys", async ({ request, user, services }) => {
  const { provider, key } = await readBody(request, putKeySchema);
  return toJsonResponse(await services.putProviderKey({ by: user.id, id: provider, key }, request.signal));
});

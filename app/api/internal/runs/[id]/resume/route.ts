import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { withSite } from "@/lib/http/with-site";

export const maxDuration = 300;

/** Goes on with a reply that another process has let go, after this answer. */
export const POST = withSite<{ id: string }>(async ({ params, services }) => {
  const taken = await services.runs.resume(params.id);
  if (taken !== null) keepAlive(() => taken.reply.then(services.settleBackground));
  return toJsonResponse({ taken: taken !== null });
});

import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { withSite } from "@/lib/http/with-site";

export const maxDuration = 300;

/** Takes over the replies that nobody makes any more and does what is due: for a scheduler, where no process stays to look for them. */
export const GET = withSite(
  async ({ services }) => {
    const { taken, done } = await services.sweep();
    keepAlive(() => done.then(services.settleBackground));
    return toJsonResponse({ taken });
  },
  { orCron: true },
);

import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { withSite } from "@/lib/http/with-site";

export const maxDuration = 300;

/** For a scheduler, where no process stays: takes over replies that nobody makes, and does what is due. */
export const GET = withSite(
  async ({ services }) => {
    const { taken, done } = await services.sweep();
    keepAlive(() => done.then(services.settleBackground));
    return toJsonResponse({ taken });
  },
  { orCron: true },
);

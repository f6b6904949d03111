import { toJsonResponse } from "@/lib/http/api-headers";
import { keepAlive } from "@/lib/http/keep-alive";
import { withSite } from "@/lib/http/with-site";

export const maxDuration = 800;

/** For a scheduler, where no process stays: takes over replies that nobody makes, and does what is due. */
export const GET = withSite(
  async ({ services }) => {
    const taken = await services.runs.sweep();
    keepAlive(() => Promise.all([...taken, services.doDueWork()]).then(services.settleBackground));
    return toJsonResponse({ taken: taken.length });
  },
  { orCron: true },
);

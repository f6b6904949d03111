import { idSchema } from "@/lib/protocol/ids";
import type { Services } from "@/lib/server/services";
import { z } from "zod";
import { answerOrRefuse } from "./answer-or-refuse";
import { parseInput } from "./read-body";

type SiteHandler<PARAMS> = (input: { params: PARAMS; services: Services }) => Promise<Response>;
const paramsSchema = z.record(z.string(), idSchema);

/** For the site's own processes, and its scheduler where `orCron` says so: no person may use it. */
export function withSite<PARAMS = Record<string, never>>(
  handler: SiteHandler<PARAMS>,
  access: { orCron?: boolean } = {},
) {
  return (request: Request, context: { params: Promise<PARAMS> }): Promise<Response> =>
    answerOrRefuse(request, async (services) => {
      services.internalCalls.check(request, access);
      const params = await context.params;
      parseInput(paramsSchema, params ?? {});
      return handler({ params, services });
    });
}

import { serve } from "@/lib/http/serve";
import { testEngineSchema } from "@/lib/protocol/settings";
import * as api from "./api";

export const readNetwork = serve(api.readNetwork)(async ({ services }) => ({
  isReachable: await services.reachesSearch(),
}));
export const testEngine = serve(api.testEngine, { roles: ["admin"], body: testEngineSchema })(
  ({ request, services, body }) => services.testEngine(body.engine, request.signal),
);

import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

/** Which replies are being made, on all instances. */
export const GET = withAdmin("GET /api/admin/runs", async ({ services }) =>
  toJsonResponse(await services.operations.listRunning()),
);

import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { experimentPatchSchema } from "@/lib/protocol/laboratory";

type Params = { id: string };

export const GET = withAdmin<Params>("GET /api/admin/experiments/[id]", async ({ params, services }) =>
  toJsonResponse(await services.laboratory.read(params.id)),
);

/** Stops it; what it has stays. */
export const PATCH = withAdmin<Params>(
  "PATCH /api/admin/experiments/[id]",
  async ({ request, params, services }) => {
    await readBody(request, experimentPatchSchema);
    return toJsonResponse(await services.laboratory.stop(params.id));
  },
);

export const DELETE = withAdmin<Params>(
  "DELETE /api/admin/experiments/[id]",
  async ({ params, services }) => {
    await services.laboratory.delete(params.id);
    return toEmptyResponse();
  },
);

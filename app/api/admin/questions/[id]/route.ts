import { toEmptyResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";

export const DELETE = withAdmin<{ id: string }>(
  "DELETE /api/admin/questions/[id]",
  async ({ params, services }) => {
    await services.laboratory.deleteQuestion(params.id);
    return toEmptyResponse();
  },
);

import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import { addQuestionsSchema } from "@/lib/protocol/laboratory";

export const GET = withAdmin("GET /api/admin/questions", async ({ services }) =>
  toJsonResponse(await services.laboratory.listQuestions()),
);

export const POST = withAdmin("POST /api/admin/questions", async ({ request, services }) => {
  const asked = await readBody(request, addQuestionsSchema, "large");
  return toJsonResponse(await services.laboratory.addQuestions(asked), 201);
});

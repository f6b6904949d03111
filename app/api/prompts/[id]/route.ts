import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { patchPromptSchema } from "@/lib/protocol/prompts";

type Params = { id: string };

export const PATCH = withUser<Params>(
  async ({ request, params, user, services }) => {
    const patch = await readBody(request, patchPromptSchema, "texts");
    return toJsonResponse(await services.prompts.change(user, params.id, patch));
  },
  { isFresh: true },
);

export const DELETE = withUser<Params>(
  async ({ params, user, services }) => {
    await services.prompts.delete(user, params.id);
    return toEmptyResponse();
  },
  { isFresh: true },
);

import { randomUUID } from "node:crypto";
import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { newPromptSchema } from "@/lib/protocol/prompts";

export const GET = withUser(async ({ user, services }) =>
  toJsonResponse({ prompts: await services.prompts.list(user.id) }),
);

/** A role is read afresh, as an administrator's may be shared with everybody. */
export const POST = withUser(
  async ({ request, user, services }) => {
    const prompt = await readBody(request, newPromptSchema, "texts");
    return toJsonResponse(await services.prompts.create(user, randomUUID(), prompt), 201);
  },
  { isFresh: true },
);

import { randomUUID } from "node:crypto";
import { serve } from "@/lib/http/serve";
import { newPromptSchema, patchPromptSchema } from "./shape";
import * as api from "./api";

export const listPrompts = serve(api.listPrompts)(async ({ user, services }) => ({
  prompts: await services.prompts.list(user.id),
}));
/** A role is read afresh, as an administrator's may be shared with everybody. */
export const createPrompt = serve(api.createPrompt, {
  isFresh: true,
  body: newPromptSchema,
  size: "texts",
  status: 201,
})(({ user, services, body }) => services.prompts.create(user, randomUUID(), body));
export const changePrompt = serve(api.changePrompt, {
  isFresh: true,
  body: patchPromptSchema,
  size: "texts",
})(({ user, services, params, body }) => services.prompts.change(user, params.id, body));
export const deletePrompt = serve(api.deletePrompt, { isFresh: true })(({ user, services, params }) =>
  services.prompts.delete(user, params.id),
);

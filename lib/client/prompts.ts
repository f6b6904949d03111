import type { NewPrompt, Prompt, PromptPatch, PromptsReply } from "@/lib/protocol/prompts";
import { request, requestRemoval } from "./request";

const toPath = (id: string): string => `/api/prompts/${encodeURIComponent(id)}`;

export const promptApi = {
  list: (signal?: AbortSignal) =>
    request<PromptsReply>("/api/prompts", { ...(signal !== undefined && { signal }) }),
  create: (body: NewPrompt) => request<Prompt>("/api/prompts", { method: "POST", body }),
  change: (id: string, body: PromptPatch) => request<Prompt>(toPath(id), { method: "PATCH", body }),
  remove: (id: string) => requestRemoval(toPath(id)),
};

/** The saved prompts, as a list of the server. */
export const promptList = {
  load: (_: string | null, signal: AbortSignal) => promptApi.list(signal),
  key: ({ id }: Prompt) => id,
  page: ({ prompts: items }: PromptsReply) => ({ items }),
};

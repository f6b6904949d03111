import { endpoint } from "@/lib/protocol/endpoint";
import type { NewPrompt, Prompt, PromptPatch, PromptsReply } from "./shape";

export const listPrompts = endpoint<PromptsReply>()("GET /api/prompts");
export const createPrompt = endpoint<Prompt, NewPrompt>()("POST /api/prompts");
export const changePrompt = endpoint<Prompt, PromptPatch>()("PATCH /api/prompts/[id]");
export const deletePrompt = endpoint()("DELETE /api/prompts/[id]");

import { changePrompt, deletePrompt } from "@/lib/features/prompts/endpoints";

export const PATCH = changePrompt;
export const DELETE = deletePrompt;

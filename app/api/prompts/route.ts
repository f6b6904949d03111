import { createPrompt, listPrompts } from "@/lib/features/prompts/endpoints";

export const GET = listPrompts;
export const POST = createPrompt;

import { listPrompts } from "@/lib/features/prompts/api";
import type { Prompt, PromptsReply } from "@/lib/features/prompts/shape";
import { loadFrom } from "./request";

/** The saved prompts, as a list of the server. */
export const promptList = {
  load: loadFrom(listPrompts),
  key: ({ id }: Prompt) => id,
  page: ({ prompts: items }: PromptsReply) => ({ items }),
};

import { z } from "zod";
import {
  listVariables,
  maxPromptCharacters,
  maxPromptNameCharacters,
  maxPromptVariables,
  promptNameForm,
} from "@/lib/protocol/prompt-text";

const fields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxPromptNameCharacters)
    .regex(promptNameForm, "use letters, digits, hyphens and underscores, without spaces"),
  text: z
    .string()
    .trim()
    .min(1)
    .max(maxPromptCharacters)
    .refine(
      (text) => listVariables(text).length <= maxPromptVariables,
      `use at most ${maxPromptVariables} variables`,
    ),
  /** Everybody has it. */
  shared: z.boolean(),
};

export const newPromptSchema = z.strictObject({ ...fields, shared: fields.shared.default(false) });
export type NewPrompt = z.output<typeof newPromptSchema>;

export const patchPromptSchema = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "say what to change");
export type PromptPatch = z.output<typeof patchPromptSchema>;

/** A text to begin a question with; `{{name}}` in it is asked for. Shared ones are the site's. */
export type Prompt = NewPrompt & { id: string; createdAt: number };
/** The person's own by name, then the shared ones. */
export type PromptsReply = { prompts: Prompt[] };

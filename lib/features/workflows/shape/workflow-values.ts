import { z } from "zod";
import { maxPromptVariables } from "@/lib/protocol/prompt-text";

/** What the variables of a question stand for, by their names. */
export const workflowValuesSchema = z
  .record(z.string().min(1).max(40), z.string().max(2_000))
  .refine((values) => Object.keys(values).length <= maxPromptVariables, "too many values");
export type WorkflowValues = z.output<typeof workflowValuesSchema>;

import { listVariables } from "@/lib/protocol/prompt-text";
import { reasonField, type ToolOffer } from "@/lib/protocol/tools";
import { z } from "zod";
import { nameWorkflows, type OfferedWorkflow } from "./schema";

const shownCharacters = 240;

/** How `run_workflow` is offered in a reply: with these workflows and their variables. */
export function toWorkflowOffer(general: string, workflows: readonly OfferedWorkflow[]): ToolOffer {
  const named = [...nameWorkflows(workflows)];
  const names = named.map(([name]) => name);
  const users = new Map<string, string[]>();
  const lines = named.map(([name, { question }]) => {
    const variables = listVariables(question);
    for (const variable of variables) users.set(variable, [...(users.get(variable) ?? []), name]);
    const needs = variables.length === 0 ? "no values" : `values: ${variables.join(", ")}`;
    return `- ${name} (${needs}): ${question.replace(/\s+/g, " ").slice(0, shownCharacters)}`;
  });
  const values = [...users].map(([variable, by]) => [
    variable,
    z
      .string()
      .max(2_000)
      .optional()
      .describe(`For ${by.join(", ")}`),
  ]);
  return {
    description: `${general}\nThere are:\n${lines.join("\n")}`,
    input: z.object({
      workflow: z.enum(names).describe("Its name"),
      ...(values.length > 0 && {
        values: z
          .object(Object.fromEntries(values))
          .optional()
          .describe("What its variables stand for; one that is left out is as the person keeps it"),
      }),
      reason: reasonField,
    }),
  };
}

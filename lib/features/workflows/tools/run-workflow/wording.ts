import { listVariables } from "@/lib/protocol/prompt-text";
import { reasonField, type ToolWording } from "@/lib/protocol/tools";
import { z } from "zod";
import { describeWorkflows, nameWorkflows, type OfferedWorkflow } from "./schema";

/** In general. */
export const runWorkflowDescription = `Runs a workflow that the person has kept, a question with the steps that answer it, and gives its answer, some minutes later at most.
Use it when what is asked is what one of them answers. Do not use it for anything else, nor twice for the same.`;

/** How `run_workflow` is offered in a reply: with these workflows and their variables. */
export function toWorkflowWording(workflows: readonly OfferedWorkflow[]): ToolWording {
  const named = [...nameWorkflows(workflows)];
  const names = named.map(([name]) => name);
  const users = new Map<string, string[]>();
  for (const [name, { question }] of named)
    for (const variable of listVariables(question))
      users.set(variable, [...(users.get(variable) ?? []), name]);
  const values = [...users].map(([variable, by]) => [
    variable,
    z
      .string()
      .max(2_000)
      .optional()
      .describe(`For ${by.join(", ")}`),
  ]);
  return {
    description: `${runWorkflowDescription}\nThere are:\n${describeWorkflows(workflows).join("\n")}`,
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

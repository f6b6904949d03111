import { listVariables } from "@/lib/protocol/prompt-text";
import { reasonField, type ToolOffer } from "@/lib/protocol/tools";
import { z } from "zod";
import { describeWorkflows, nameWorkflows, type OfferedWorkflow } from "./schema";

/** How `run_workflow` is offered in a reply: with these workflows and their variables. */
export function toWorkflowOffer(general: string, workflows: readonly OfferedWorkflow[]): ToolOffer {
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
    description: `${general}\nThere are:\n${describeWorkflows(workflows).join("\n")}`,
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

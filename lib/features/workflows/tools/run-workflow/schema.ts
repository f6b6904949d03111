import type { Citation, HelpedCall } from "@/lib/protocol/tool-results";
import { listVariables } from "@/lib/protocol/prompt-text";
import { reasonField } from "@/lib/protocol/tools";
import { workflowValuesSchema } from "@/lib/features/workflows/shape/workflow-values";
import type { Workflow } from "@/lib/features/workflows/shape/workflows";
import { z } from "zod";

/** What any workflow takes; a reply is offered it with the names and variables of the person's own. */
export const runWorkflowInputSchema = z.object({
  workflow: z.string().trim().min(1).max(100).describe("Its name"),
  values: workflowValuesSchema.optional().describe("What its variables stand for, by their names"),
  reason: reasonField,
});

export type RunWorkflowOutput = {
  /** Its name. */
  workflow: string;
  /** What was asked, with the values in it. */
  question: string;
  /** Where it was done: a conversation of its own. */
  conversationId: string;
  /** Its answer may hold private words. */
  isPrivate: boolean;
  sources: Citation[];
};
/** `text`: the answer, whose numbers are those of the sources. */
export type WorkflowAnswer = RunWorkflowOutput & { text: string };
export type RunWorkflow = (
  asked: { workflow: string; values: Record<string, string> },
  call: HelpedCall,
) => Promise<WorkflowAnswer>;

export type OfferedWorkflow = Pick<Workflow, "id" | "name" | "question">;

/** The workflows by the names that a model calls them by: one that has the name of another gets a number. */
export function nameWorkflows<WORKFLOW extends OfferedWorkflow>(
  workflows: readonly WORKFLOW[],
): Map<string, WORKFLOW> {
  const named = new Map<string, WORKFLOW>();
  for (const workflow of [...workflows].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    let name = workflow.name;
    for (let number = 2; named.has(name); number += 1) name = `${workflow.name} (${number})`;
    named.set(name, workflow);
  }
  return named;
}

/** So many workflows are told to whoever makes a plan, each in a line. */
const mostPlanned = 20;

/** What a plan is told of those that its steps may run; empty where there are none. */
export function describeForPlan(workflows: readonly OfferedWorkflow[]): string[] {
  if (workflows.length === 0) return [];
  return [
    "- The tool run_workflow runs what the person has kept. A step that is just what one of these answers prefers it, and its instruction names the workflow and gives its values:",
    ...describeWorkflows(workflows).slice(0, mostPlanned),
  ];
}

const shownCharacters = 240;

/** A line for each: by which name it is called, with which values, and what it asks. */
export function describeWorkflows(workflows: readonly OfferedWorkflow[]): string[] {
  return [...nameWorkflows(workflows)].map(([name, { question }]) => {
    const variables = listVariables(question);
    const needs = variables.length === 0 ? "no values" : `values: ${variables.join(", ")}`;
    return `- ${name} (${needs}): ${question.replace(/\s+/g, " ").slice(0, shownCharacters)}`;
  });
}

declare module "@/lib/protocol/tools" {
  interface ToolRooms {
    run_workflow: { input: typeof runWorkflowInputSchema; data: RunWorkflowOutput };
  }
}

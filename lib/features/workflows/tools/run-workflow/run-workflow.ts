import { runWorkflow } from "@/lib/engine/plan/run-workflow";
import { AppError } from "@/lib/errors";
import { otherRun, toOtherAnswer } from "@/lib/engine/tools/other-run";
import type { ToolDefinition } from "@/lib/engine/tools/tool";
import { runWorkflowDescription } from "./wording";
import { runWorkflowInputSchema } from "./schema";

/** One that has not answered by then is ended. */
const deadlineMs = 600_000;

/** Offered where the person lets the agent use a workflow of theirs: its work is a run of its own. */
export function createRunWorkflow(): ToolDefinition<"run_workflow"> {
  return {
    ...otherRun,
    name: "run_workflow",
    description: runWorkflowDescription,
    input: runWorkflowInputSchema,
    limits: { timeMs: deadlineMs },
    sentences: { ran: "{workflow} answered." },
    hints: {
      timeout: "Find it out yourself, or say what is missing.",
      forbidden: "Find it out yourself, or say what is missing.",
    },
    async execute({ workflow, values = {} }, { run, callId, signal }) {
      const work = runWorkflow.get(run);
      if (work === null)
        throw new AppError("forbidden", "No workflow can be run from here: find it out yourself.");
      const { text, ...answer } = await work({ workflow, values }, { tool: "run_workflow", callId, signal });
      return {
        text: toOtherAnswer({ workflow: answer.workflow }, text),
        summary: { key: "ran", values: { workflow: answer.workflow } },
        data: answer,
      };
    },
  };
}

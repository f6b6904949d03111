import { mayBeWorkedFor } from "@/lib/data/people";
import type { ContextSource, Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { listWithin, mayRunWorkflows } from "@/lib/engine/task";
import { createAnswerReader } from "@/lib/features/evidence/read-evidence";
import { textThreads } from "@/lib/features/text-threads";
import type { Workflows } from "./records";
import { toWorkflowWording } from "@/lib/features/workflows/tools/run-workflow/wording";
import { describeForPlan } from "@/lib/features/workflows/tools/run-workflow/schema";
import { createWorkflowService, type WorkflowService } from "./workflows";
import { createRunWorkflow } from "@/lib/features/workflows/tools/run-workflow/run-workflow";
import type { ToolFeature } from "@/lib/engine/tools/tool";

/** Workflows, which ask as a person does in the chat. */
export function openWorkflows(
  { records, inBackground, log, now, newId }: Ground,
  { runs }: Doors,
): ToolFeature & { service: WorkflowService } {
  const { job, ...service } = createWorkflowService({
    ...{ inBackground, workflows: records.workflows, messages: records.messages, log, now, newId },
    isAllowed: (userId) => mayBeWorkedFor(records.people, userId),
    readAnswer: createAnswerReader(records),
    rename: records.conversations.rename,
    start: (...asked) => runs().start(...asked),
    compareAnswers: textThreads.compareAnswers,
  });
  const context = createWorkflowsSource(records.workflows);
  return { name: "workflows", service, context, tools: [createRunWorkflow()], jobs: [job] };
}

const tool = "run_workflow";

/** Offers those that a reply may run: never one that it is a part of. */
function createWorkflowsSource({ listTools }: Pick<Workflows, "listTools">): ContextSource {
  return async ({ brief }) => {
    const isOn = !brief.isTrial && mayRunWorkflows(brief.task) && brief.settings.enabledTools.includes(tool);
    const all = isOn ? await listTools(brief.userId) : [];
    const workflows = all.filter(({ id }) => !listWithin(brief).includes(id));
    if (workflows.length === 0) return { tools: { without: [tool] } };
    const offer = { ...toWorkflowWording(workflows), plan: describeForPlan(workflows) };
    return { tools: { worded: { [tool]: offer } } };
  };
}

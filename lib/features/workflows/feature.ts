import { mayBeWorkedFor } from "@/lib/data/people";
import type { Doors } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { createAnswerReader } from "@/lib/evidence/read-evidence";
import { textThreads } from "@/lib/features/text-threads";
import { createWorkflowService, type WorkflowService } from "@/lib/workflows/workflows";
import { createRunWorkflow } from "@/lib/tools/run-workflow/run-workflow";
import type { ToolFeature } from "@/lib/tools/tool";

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
  return { name: "workflows", service, tools: [createRunWorkflow()], jobs: [job] };
}

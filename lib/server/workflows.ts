import { mayBeWorkedFor } from "@/lib/data/people";
import { createAnswerReader } from "@/lib/evidence/read-evidence";
import type { Runs } from "@/lib/engine/runs";
import { createWorkflowService, type WorkflowDeps, type WorkflowService } from "@/lib/workflows/workflows";
import { newId, type CoreServices } from "./core-services";
import { textThreads } from "./text-threads";

/** Workflows, which ask as a person does in the chat. */
export function openWorkflows(
  base: CoreServices,
  { runs, inBackground }: Pick<WorkflowDeps, "inBackground"> & { runs: Pick<Runs, "start"> },
): WorkflowService {
  const { records, log, now } = base;
  return createWorkflowService({
    ...{ inBackground, workflows: records.workflows, messages: records.messages, log, now, newId },
    isAllowed: (userId) => mayBeWorkedFor(records.people, userId),
    readAnswer: createAnswerReader(records),
    rename: records.conversations.rename,
    start: runs.start,
    compareAnswers: textThreads.compareAnswers,
  });
}

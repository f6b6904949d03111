import { endpoint } from "@/lib/protocol/endpoint";
import type { WorkflowValues } from "@/lib/features/workflows/shape/workflow-values";
import type {
  DifferenceReply,
  NewWorkflowBody,
  Workflow,
  WorkflowFile,
  WorkflowPatch,
  WorkflowRunReply,
  WorkflowsReply,
} from "@/lib/features/workflows/shape/workflows";

export const listWorkflows = endpoint<WorkflowsReply>()("GET /api/workflows");
export const createWorkflow = endpoint<Workflow, NewWorkflowBody>()("POST /api/workflows");
/** Takes a file that was exported, here or elsewhere. */
export const importWorkflow = endpoint<Workflow, WorkflowFile>()("POST /api/workflows/import");
export const changeWorkflow = endpoint<Workflow, WorkflowPatch>()("PATCH /api/workflows/[id]");
export const deleteWorkflow = endpoint()("DELETE /api/workflows/[id]");
/** Asks it now; the answer is made in the conversation that the reply names. */
export const runWorkflow = endpoint<WorkflowRunReply, { values: WorkflowValues }>()(
  "POST /api/workflows/[id]/run",
);
/** What its newest answer says otherwise than the one before. */
export const readDifference = endpoint<DifferenceReply>()("GET /api/workflows/[id]/difference");
/** A workflow as a file, for `importWorkflow`. */
export const exportWorkflow = endpoint()("GET /api/workflows/[id]/export");

import type {
  DifferenceReply,
  NewWorkflowBody,
  Workflow,
  WorkflowPatch,
  WorkflowRunReply,
  WorkflowsReply,
} from "@/lib/protocol/workflows";
import type { WorkflowValues } from "@/lib/protocol/workflow-values";
import { request, requestRemoval } from "./request";

const toPath = (id: string): string => `/api/workflows/${encodeURIComponent(id)}`;

export const workflowApi = {
  list: (signal?: AbortSignal) =>
    request<WorkflowsReply>("/api/workflows", { ...(signal !== undefined && { signal }) }),
  create: (body: NewWorkflowBody) => request<Workflow>("/api/workflows", { method: "POST", body }),
  import: (body: unknown) => request<Workflow>("/api/workflows/import", { method: "POST", body }),
  change: (id: string, body: WorkflowPatch) => request<Workflow>(toPath(id), { method: "PATCH", body }),
  remove: (id: string) => requestRemoval(toPath(id)),
  run: (id: string, values: WorkflowValues) =>
    request<WorkflowRunReply>(`${toPath(id)}/run`, { method: "POST", body: { values } }),
  readDifference: (id: string) => request<DifferenceReply>(`${toPath(id)}/difference`),
  toExportPath: (id: string) => `${toPath(id)}/export`,
};

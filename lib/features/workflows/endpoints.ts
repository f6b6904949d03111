import { toDownloadResponse } from "@/lib/http/download-response";
import { keepAlive } from "@/lib/http/keep-alive";
import { serve } from "@/lib/http/serve";
import {
  newWorkflowSchema,
  patchWorkflowSchema,
  runWorkflowSchema,
  workflowFileSchema,
} from "@/lib/features/workflows/shape/workflows";
import * as api from "./api";

export const listWorkflows = serve(api.listWorkflows)(({ user, services }) =>
  services.workflows.list(user.id),
);
export const createWorkflow = serve(api.createWorkflow, {
  body: newWorkflowSchema,
  size: "texts",
  status: 201,
})(({ user, services, body }) => services.workflows.create(user.id, body));
export const importWorkflow = serve(api.importWorkflow, {
  body: workflowFileSchema,
  size: "large",
  status: 201,
})(({ user, services, body }) => services.workflows.import(user.id, body));
export const changeWorkflow = serve(api.changeWorkflow, { body: patchWorkflowSchema, size: "texts" })(
  ({ user, services, params, body }) => services.workflows.change(user.id, params.id, body),
);
export const deleteWorkflow = serve(api.deleteWorkflow)(({ user, services, params }) =>
  services.workflows.delete(user.id, params.id),
);
export const runWorkflow = serve(api.runWorkflow, { body: runWorkflowSchema, size: "texts", status: 201 })(
  async ({ user, services, params, body }) => {
    const { conversationId } = await services.workflows.run(user.id, params.id, body.values);
    keepAlive(() => services.runs.untilIdle(user.id, conversationId).then(services.settleBackground));
    return { conversationId };
  },
);
export const readDifference = serve(api.readDifference)(({ user, services, params }) =>
  services.workflows.readDifference(user.id, params.id),
);
export const exportWorkflow = serve(api.exportWorkflow)(async ({ user, services, params }) => {
  const file = await services.workflows.export(user.id, params.id);
  return toDownloadResponse([JSON.stringify(file, null, 2)].values(), {
    name: `${file.workflow.name.replace(/[\\/]/g, " ")}.workflow.json`,
    contentType: "application/json",
  });
});

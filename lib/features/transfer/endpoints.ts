import { toDownloadResponse } from "@/lib/http/download-response";
import { serve } from "@/lib/http/serve";
import * as api from "./api";
import { putBackupPlanSchema } from "./shape";

const roles = ["admin"] as const;

export const readBackups = serve(api.readBackups, { roles })(({ services }) => services.backups.state());
export const makeBackup = serve(api.makeBackup, { roles, status: 202 })(({ services, user }) =>
  services.backups.begin(user),
);
export const saveBackupPlan = serve(api.saveBackupPlan, { roles, body: putBackupPlanSchema })(
  ({ services, user, body }) => services.backups.save(body.version, body.plan, user),
);
export const readBackup = serve(api.readBackup, { roles })(async ({ services, user, params }) => {
  const { bytes, pieces } = await services.backups.open(params.name, user);
  const name = `sextant-${params.name}.jsonl.gz`;
  const response = toDownloadResponse(pieces, { name, contentType: "application/gzip" });
  response.headers.set("content-length", String(bytes));
  return response;
});
export const removeBackup = serve(api.removeBackup, { roles })(({ services, user, params }) =>
  services.backups.remove(params.name, user),
);

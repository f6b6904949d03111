import { AppError } from "@/lib/errors";
import { toJsonResponse } from "@/lib/http/api-headers";
import { toLinesResponse } from "@/lib/http/lines-response";
import { serve } from "@/lib/http/serve";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { runReaders } from "@/lib/features/accounts/shape/admin-access";
import { playgroundRequestSchema, type PlaygroundEvent } from "@/lib/features/traces/shape/playground";
import { runQuerySchema, toWordless } from "@/lib/protocol/run-record";
import { ownRunsQuerySchema, siteRunsQuerySchema } from "@/lib/protocol/runs";
import { replayRequestSchema, traceQuerySchema } from "@/lib/features/traces/shape/traces";
import type { Services } from "@/lib/server/services";
import * as api from "./api";

type Asking = { id: string; role: Role };

/** Whose runs are asked for. Throws `not_found` where one's role reads none but one's own. */
function toOwner(user: Asking, person: string | undefined, missing = "This run does not exist."): string {
  if (person !== undefined && person !== user.id && !runReaders.includes(user.role))
    throw new AppError("not_found", missing);
  return person ?? user.id;
}

/** A run of the person's own with all its words. */
async function readOwn(services: Services, userId: string, id: string) {
  const record = await services.runs.getRecord(userId, id);
  return { record, trace: await services.traces.read(userId, record, false) };
}

async function shareRun(services: Services, userId: string, id: string, isShared: boolean): Promise<void> {
  await services.traces.share(userId, await services.runs.getRecord(userId, id), isShared);
}

export const listRuns = serve(api.listRuns, { query: ownRunsQuerySchema })(({ user, services, query }) => {
  const owner = toOwner(user, query.person, "There is no such person.");
  if (owner !== user.id && query.text !== undefined)
    throw new AppError("invalid_request", "Words are looked for in one's own runs alone.", {
      fields: { text: "leave it out" },
    });
  return services.traces.list(owner, query, owner === user.id);
});
export const listEverybodysRuns = serve(api.listEverybodysRuns, {
  roles: runReaders,
  query: siteRunsQuerySchema,
})(({ services, query }) => services.traces.listEverybodys(query));
export const readRun = serve(api.readRun, { query: runQuerySchema })(async ({
  user,
  services,
  params: { id },
  query,
}) => {
  const owner = toOwner(user, query.person);
  const record = await services.runs.getRecord(owner, id);
  if (owner === user.id) return record;
  // What people want of their answers stays between them and the model.
  if (await services.traces.isShared(owner, id)) return { ...record, instructions: undefined };
  return toWordless(record);
});
export const readTrace = serve(api.readTrace, { query: traceQuerySchema })(async ({
  user,
  services,
  params: { id },
  query,
}) => {
  const owner = toOwner(user, query.person);
  const record = await services.runs.getRecord(owner, id);
  const isReadable = owner === user.id || (await services.traces.isShared(owner, id));
  const read = await services.traces.read(owner, record, !isReadable);
  if (query.format === "json" || owner !== user.id) return read;
  const response = toJsonResponse(await services.runs.toCase(owner, record, read));
  response.headers.set("content-disposition", `attachment; filename="run-${id}.json"`);
  return response;
});
export const shareTrace = serve(api.shareTrace)(({ user, services, params }) =>
  shareRun(services, user.id, params.id, true),
);
export const unshareTrace = serve(api.unshareTrace)(({ user, services, params }) =>
  shareRun(services, user.id, params.id, false),
);
export const replayRun = serve(api.replayRun, { body: replayRequestSchema })(async ({
  user,
  services,
  params,
  body,
}) => {
  const { record, trace: read } = await readOwn(services, user.id, params.id);
  if (Object.keys(body).length === 0) return services.runs.replay(user.id, record, read);
  const { id } = await services.runs.branch(user.id, record, read, body);
  return toJsonResponse({ runId: id });
});
export const tryCall = serve(api.tryCall, { body: playgroundRequestSchema, size: "large" })(async ({
  user,
  services,
  params,
  body,
}) => {
  const { trace: read } = await readOwn(services, user.id, params.id);
  services.limits.take("playground", user.id);
  return toLinesResponse<PlaygroundEvent>(await services.runs.openCall(user.id, read, body));
});
export const estimateCall = serve(api.estimateCall, { body: playgroundRequestSchema, size: "large" })(async ({
  user,
  services,
  params,
  body,
}) => {
  const { trace: read } = await readOwn(services, user.id, params.id);
  return services.runs.estimateCall(read, body);
});

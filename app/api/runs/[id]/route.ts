import { AppError } from "@/lib/errors";
import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { runReaders } from "@/lib/protocol/admin-access";
import { runQuerySchema, toWordless } from "@/lib/protocol/run-record";

/**
 * One of the person's runs: steps, calls, usage, cost, timings. Some roles may name whose it is, and see what
 * its calls said only where the owner lets them.
 */
export const GET = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const { person } = parseInput(runQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  if (person !== undefined && person !== user.id && !runReaders.includes(user.role))
    throw new AppError("not_found", "This run does not exist.");
  const owner = person ?? user.id;
  const record = await services.runs.getRecord(owner, params.id);
  if (owner === user.id) return toJsonResponse(record);
  const isShared = await services.traces.isShared(owner, params.id);
  // What people want of their answers stays between them and the model.
  return toJsonResponse(isShared ? { ...record, instructions: undefined } : toWordless(record));
});

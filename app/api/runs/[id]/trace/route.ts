import { AppError } from "@/lib/errors";
import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { runReaders } from "@/lib/protocol/admin-access";
import { traceQuerySchema } from "@/lib/protocol/traces";

/**
 * All that was kept of one of the person's runs. Some roles may name whose it is, and see words only where
 * the owner lets them.
 */
export const GET = withUser<{ id: string }>(async ({ request, params, user, services }) => {
  const { person, format } = parseInput(
    traceQuerySchema,
    Object.fromEntries(new URL(request.url).searchParams),
  );
  if (person !== undefined && person !== user.id && !runReaders.includes(user.role))
    throw new AppError("not_found", "This run does not exist.");
  const owner = person ?? user.id;
  const record = await services.runs.getRecord(owner, params.id);
  const isReadable = owner === user.id || (await services.traces.isShared(owner, params.id));
  const trace = await services.traces.read(owner, record, !isReadable);
  if (format === "json" || owner !== user.id) return toJsonResponse(trace);
  const response = toJsonResponse(await services.runs.toCase(owner, record, trace));
  response.headers.set("content-disposition", `attachment; filename="run-${params.id}.json"`);
  return response;
});

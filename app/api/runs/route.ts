import { AppError } from "@/lib/errors";
import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { runReaders } from "@/lib/protocol/admin-access";
import { ownRunsQuerySchema } from "@/lib/protocol/runs";

/** The person's runs, newest first, a page at a time. Some roles may name whose they are, without words. */
export const GET = withUser(async ({ request, user, services }) => {
  const query = parseInput(ownRunsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  const { person = user.id } = query;
  if (person !== user.id && !runReaders.includes(user.role))
    throw new AppError("not_found", "There is no such person.");
  if (person !== user.id && query.text !== undefined)
    throw new AppError("invalid_request", "Words are looked for in one's own runs alone.", {
      fields: { text: "leave it out" },
    });
  return toJsonResponse(await services.traces.list(person, query, person === user.id));
});

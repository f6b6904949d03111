import { toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

/** What the person's own answers of the last 30 days took. */
export const GET = withUser(async ({ user, services }) => toJsonResponse(await services.readUsage(user.id)));

import { toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { patchPreferencesSchema } from "@/lib/protocol/preferences";

export const GET = withUser(async ({ user, services }) =>
  toJsonResponse(await services.preferences.read(user.id)),
);

/** What is left out stays as it was. */
export const PUT = withUser(async ({ request, user, services }) =>
  toJsonResponse(await services.preferences.change(user.id, await readBody(request, patchPreferencesSchema))),
);

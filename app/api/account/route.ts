import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { readBody } from "@/lib/http/read-body";
import { setCookiesOn, withUser } from "@/lib/http/with-user";
import { deleteAccountSchema } from "@/lib/protocol/accounts";

/** Deleting a large account takes as long as it has documents. */
export const maxDuration = 300;

export const GET = withUser(async ({ user, services }) => toJsonResponse(await services.accounts.read(user)));

/** Deletes the account with everything in it. */
export const DELETE = withUser(
  async ({ request, user, services }) => {
    const typed = await readBody(request, deleteAccountSchema);
    return setCookiesOn(toEmptyResponse(), await services.accounts.delete(user, typed, request.headers));
  },
  { isFresh: true, isReadOnly: true },
);

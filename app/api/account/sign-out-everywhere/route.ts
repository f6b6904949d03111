import { toEmptyResponse } from "@/lib/http/api-headers";
import { setCookiesOn, withUser } from "@/lib/http/with-user";

export const POST = withUser(
  async ({ user, services }) =>
    setCookiesOn(toEmptyResponse(), await services.accounts.signOutEverywhere(user)),
  { isFresh: true, isReadOnly: true },
);

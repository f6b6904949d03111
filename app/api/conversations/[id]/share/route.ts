import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

type Params = { id: string };

/** Whether it is shared: the address, or `null`. */
export const GET = withUser<Params>(async ({ params, user, services }) =>
  toJsonResponse(await services.sharing.find(user.id, params.id)),
);

/** A snapshot of what is shown now, under an address that everybody who has it can read. */
export const POST = withUser<Params>(async ({ params, user, services }) =>
  toJsonResponse(await services.sharing.share(user.id, params.id)),
);

export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.sharing.revoke(user.id, params.id);
  return toEmptyResponse();
});

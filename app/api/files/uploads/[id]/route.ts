import { toEmptyResponse, toJsonResponse } from "@/lib/http/api-headers";
import { withUser } from "@/lib/http/with-user";

type Params = { id: string };

/** Which parts are here, for whoever goes on with an upload that was cut off. */
export const GET = withUser<Params>(async ({ params, user, services }) =>
  toJsonResponse(await services.library.readUpload(user.id, params.id)),
);

export const DELETE = withUser<Params>(async ({ params, user, services }) => {
  await services.library.cancelUpload(user.id, params.id);
  return toEmptyResponse();
});

import { checkIsPictureRequest, toPictureResponse } from "@/lib/http/picture-response";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { pictureQuerySchema } from "@/lib/protocol/pictures";

/** A picture of another site that the person wants to see: the browser itself reaches nobody. */
export const GET = withUser(async ({ request, user, services }) => {
  checkIsPictureRequest(request.headers);
  services.limits.take("picture", user.id);
  const { url } = parseInput(pictureQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return toPictureResponse(request, await services.pictures.load(user.id, url, request.signal));
});

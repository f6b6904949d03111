import { AppError } from "@/lib/errors";
import { toEmptyResponse } from "@/lib/http/api-headers";
import { checkIsPictureRequest, toPictureResponse } from "@/lib/http/picture-response";
import { parseInput } from "@/lib/http/read-body";
import { withUser } from "@/lib/http/with-user";
import { iconQuerySchema } from "@/lib/protocol/pictures";

type Params = { id: string };

/** The icon of a site, as it was kept with its page; empty where there is none. Nobody else is asked. */
export const GET = withUser<Params>(async ({ request, params, user, services }) => {
  checkIsPictureRequest(request.headers);
  const { site } = parseInput(iconQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  const bytes = await services.siteIcons.find(user.id, params.id, site);
  if (bytes !== null) return toPictureResponse(request, { bytes, mediaType: "image/png" });
  if ((await services.conversations.find(user.id, params.id)) === null)
    throw new AppError("not_found", "This conversation does not exist.");
  return toEmptyResponse();
});

import { AppError } from "@/lib/errors";
import { checkIsPictureRequest, toPictureResponse } from "@/lib/http/picture-response";
import { readQuery } from "@/lib/http/read-body";
import { serve } from "@/lib/http/serve";
import { iconQuerySchema, pictureQuerySchema } from "@/lib/protocol/pictures";
import * as api from "./api";

export const readPicture = serve(api.readPicture)(async ({ request, user, services }) => {
  checkIsPictureRequest(request.headers);
  services.limits.take("picture", user.id);
  const { url } = readQuery(request, pictureQuerySchema);
  return toPictureResponse(request, await services.pictures.load(user.id, url, request.signal));
});
export const readSiteIcon = serve(api.readSiteIcon)(async ({ request, user, services, params }) => {
  checkIsPictureRequest(request.headers);
  const { site } = readQuery(request, iconQuerySchema);
  const bytes = await services.siteIcons.find(user.id, params.id, site);
  if (bytes !== null) return toPictureResponse(request, { bytes, mediaType: "image/png" });
  if ((await services.conversations.find(user.id, params.id)) === null)
    throw new AppError("not_found", "This conversation does not exist.");
});

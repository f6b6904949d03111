import { AppError } from "@/lib/errors";
import { answerOrRefuse } from "@/lib/http/answer-or-refuse";
import { toJsonResponse } from "@/lib/http/api-headers";
import { toPictureResponse } from "@/lib/http/picture-response";
import { serve } from "@/lib/http/serve";
import * as api from "./api";
import { putSiteSchema, readMark as toPicture, toPublicSite } from "./shape";

/** For strangers too: pages for signing in show it. */
export const readSite = (request: Request): Promise<Response> =>
  answerOrRefuse(request, async ({ auth, site }) => {
    auth.checkHost(request.headers);
    return toJsonResponse(toPublicSite(await site.get()));
  });
export const readMark = (request: Request): Promise<Response> =>
  answerOrRefuse(request, async ({ auth, site }) => {
    auth.checkHost(request.headers);
    const { mark } = (await site.get()).site;
    const picture = mark === null ? null : toPicture(mark);
    if (picture === null) throw new AppError("not_found", "This site has no mark of its own.");
    return toPictureResponse(request, picture);
  });
export const readSiteRecord = serve(api.readSiteRecord, { roles: ["admin"] })(({ services }) =>
  services.site.get(),
);
export const saveSite = serve(api.saveSite, { roles: ["admin"], body: putSiteSchema, size: "texts" })(
  ({ user, services, body }) => services.site.save(body.version, body.site, user),
);

import { endpoint } from "@/lib/protocol/endpoint";

/** A picture of another site that the person wants to see: the browser itself reaches nobody. */
export const readPicture = endpoint()("GET /api/image");
/** The icon of a site, as it was kept with its page; empty where there is none. Nobody else is asked. */
export const readSiteIcon = endpoint()("GET /api/conversations/[id]/icon");

import { AppError } from "@/lib/errors";
import { apiHeaders } from "./api-headers";

/** A picture of another site. It may be looked at in our pages, and nothing in it runs. */
export function toPictureResponse({ bytes, mediaType }: { bytes: Uint8Array; mediaType: string }): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...apiHeaders,
      "cache-control": "private, max-age=3600",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": "inline",
      "content-type": mediaType,
    },
  });
}

/** Throws `forbidden` unless our page asks for a picture; programs that are no browsers do not say. */
export function checkIsPictureRequest(headers: Headers): void {
  const [site, purpose] = [headers.get("sec-fetch-site"), headers.get("sec-fetch-dest")];
  if ((site === null || site === "same-origin") && (purpose === null || purpose === "image")) return;
  throw new AppError("forbidden", "Pictures of other sites are loaded into our own pages only.");
}

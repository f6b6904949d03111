import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { apiHeaders } from "./api-headers";

/**
 * A picture of another site, asked for anew each time it is shown, as stored files are; 304 while the browser
 * has this one. It may be looked at in our pages, and nothing in it runs.
 */
export function toPictureResponse(
  { headers: asked }: Request,
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
): Response {
  const tag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const isKnown = asked
    .get("if-none-match")
    ?.split(",")
    .some((known) => known.trim().replace(/^W\//, "") === tag);
  const headers = {
    ...apiHeaders,
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    etag: tag,
  };
  if (isKnown === true) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "content-disposition": "inline", "content-type": mediaType },
  });
}

/** Throws `forbidden` unless our page asks for a picture; programs that are no browsers do not say. */
export function checkIsPictureRequest(headers: Headers): void {
  const [site, purpose] = [headers.get("sec-fetch-site"), headers.get("sec-fetch-dest")];
  if ((site === null || site === "same-origin") && (purpose === null || purpose === "image")) return;
  throw new AppError("forbidden", "Pictures of other sites are loaded into our own pages only.");
}

import { isPictureType } from "@/lib/protocol/chat-request";
import { apiHeaders } from "./api-headers";

type StoredFile = { bytes: Uint8Array; mediaType: string; name: string };

/**
 * A stored file, asked for anew each time it is shown: nobody who signs in later finds it in the browser's
 * cache. Pictures of known kinds may be shown; anything else, which a model may have made, is only saved.
 * Nothing in it runs.
 */
export function toFileResponse({ bytes, mediaType, name }: StoredFile): Response {
  const isPicture = isPictureType(mediaType);
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...apiHeaders,
      "cache-control": "private, no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": `${isPicture ? "inline" : "attachment"}; filename*=UTF-8''${encodeName(name)}`,
      "content-type": isPicture ? mediaType : "application/octet-stream",
    },
  });
}

/** After RFC 8187. A name may hold half a character, which cannot be encoded. */
export function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

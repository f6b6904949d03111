import type { imageMediaTypes } from "./chat-request";
import { z } from "zod";

/** `GET /api/image?url=`: another site's picture, fetched by the server when the person asks to see it. */
export const pictureQuerySchema = z.object({ url: z.string().min(1).max(4096) });

/** `GET /api/conversations/{id}/icon?site=`: of a site whose page was read there, by its host. */
export const iconQuerySchema = z.object({ site: z.string().min(1).max(300) });

/** By the first bytes, not by the name. */
export function findImageType(bytes: Uint8Array): (typeof imageMediaTypes)[number] | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" ? "image/webp" : null;
}

import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/errors";
import type { GuardedFetch } from "./guarded-fetch";
import { megabyte } from "./size-limit";

/** At once, for one person. */
const mostAtOnce = 4;

/** Of all people, for an hour: browsers ask anew each time they show a picture, its site is not asked. */
const kept = {
  ...{ maxSize: 32 * megabyte, ttl: 3_600_000 },
  sizeCalculation: ({ bytes }: RemotePicture) => bytes.byteLength,
};

/** Loads pictures for people, so that their browsers reach nobody; a few at a time for each. */
export function createPictureProxy(fetch: GuardedFetch) {
  const busy = new Map<string, number>();
  const known = new LRUCache<string, RemotePicture>(kept);
  return {
    /** Throws what the reading throws, and `overloaded` with too many at once. */
    async load(personId: string, url: string, signal: AbortSignal): Promise<RemotePicture> {
      const key = `${personId} ${url}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const count = busy.get(personId) ?? 0;
      if (count >= mostAtOnce)
        throw new AppError("overloaded", "As many pictures are being loaded as may be at once.", {
          retryAfter: 2,
        });
      busy.set(personId, count + 1);
      try {
        const picture = await readPicture(fetch, url, signal);
        known.set(key, picture);
        return picture;
      } finally {
        const left = (busy.get(personId) ?? 1) - 1;
        if (left === 0) busy.delete(personId);
        else busy.set(personId, left);
      }
    },
  };
}

type RemotePicture = { bytes: Uint8Array; mediaType: PictureType };
type PictureType = "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif";

const maxBytes = 5 * megabyte;

/** Throws what the fetch throws, and `unsupported_media` for what is no picture, whatever it is called. */
export async function readPicture(
  fetch: GuardedFetch,
  url: string,
  signal: AbortSignal,
): Promise<RemotePicture> {
  const { bytes, url: found } = await fetch(url, {
    signal,
    accept: "image/avif, image/webp, image/png, image/jpeg, image/gif",
    maxBytes,
  });
  const mediaType = findPictureType(bytes);
  if (mediaType === null)
    throw new AppError(
      "unsupported_media",
      `${new URL(found).host} sent something that is no PNG, JPEG, GIF, WebP or AVIF picture.`,
    );
  return { bytes, mediaType };
}

/** By the first bytes: only what cannot hold a script. SVG can, and is none. */
export function findPictureType(bytes: Uint8Array): PictureType | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  if (pngStart.every((byte, index) => bytes[index] === byte)) return "image/png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "image/webp";
  return isAvif(bytes, start) ? "image/avif" : null;
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A box "ftyp" whose brands say so (ISO 14496-12, section 4.3; AVIF 1.1, section 6). */
function isAvif(bytes: Uint8Array, start: string): boolean {
  if (bytes.length < 16 || start.slice(4, 8) !== "ftyp") return false;
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), start.length);
  const brands = [
    start.slice(8, 12),
    ...Array.from({ length: Math.max(0, Math.floor((length - 16) / 4)) }, (_, index) =>
      start.slice(16 + 4 * index, 20 + 4 * index),
    ),
  ];
  return brands.some((brand) => brand === "avif" || brand === "avis");
}

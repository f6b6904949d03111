import { createCanvas, loadImage } from "@napi-rs/canvas";
import { imageSize } from "image-size";
import { AppError } from "@/lib/errors";
import type { IconInput } from "./document";

/** Of the drawn icon, in pixels: the largest tile on a screen of twice the density. */
const side = 64;
const mostSide = 1_024;
/** An ICO holds one picture for each size. */
const mostPictures = 32;

/**
 * A site's icon as a small PNG of our own, so that nothing of what was sent is served. Throws for what is
 * no picture, and `too_large` before anything is decoded.
 */
export async function drawIcon({ bytes }: IconInput): Promise<Uint8Array> {
  for (const { width, height } of isIco(bytes) ? listIcoSizes(bytes) : [imageSize(bytes)])
    if (!(width > 0 && height > 0 && width <= mostSide && height <= mostSide))
      throw new AppError("too_large", "The icon has too many pixels.");
  const image = await loadImage(bytes);
  const scale = Math.min(side / image.width, side / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const canvas = createCanvas(side, side);
  canvas.getContext("2d").drawImage(image, (side - width) / 2, (side - height) / 2, width, height);
  return new Uint8Array(await canvas.encode("png"));
}

/** https://en.wikipedia.org/wiki/ICO_(file_format): a header of 6 bytes, then 16 for each picture. */
function isIco(bytes: Uint8Array): boolean {
  return [0, 0, 1, 0].every((byte, index) => bytes[index] === byte);
}

/** As each picture says itself: the list before them may say anything. */
function listIcoSizes(bytes: Uint8Array): { width: number; height: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(4, true);
  if (count > mostPictures) throw new AppError("too_large", "The icon holds too many pictures.");
  return Array.from({ length: count }, (_, index) => {
    const start = view.getUint32(6 + 16 * index + 12, true);
    if (view.getUint8(start) === 0x89) return imageSize(bytes.subarray(start));
    // A bitmap, whose height counts its mask too.
    return { width: view.getInt32(start + 4, true), height: Math.abs(view.getInt32(start + 8, true)) / 2 };
  });
}

import { Writable, type Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AppError } from "@/lib/errors";

type BodyOptions = { headers: Record<string, string>; maxBytes: number; host: string; signal: AbortSignal };

/** The body, decompressed, counted while it arrives; destroyed as soon as it grows beyond `maxBytes` (`too_large`). */
export async function readBody(body: Readable, { headers, maxBytes, host, signal }: BodyOptions): Promise<Uint8Array> {
  const unpackers = toUnpackers(headers["content-encoding"] ?? "", host, body);
  const tooLarge = () => new AppError("too_large", `${host} sent more than ${Math.round(maxBytes / 1024)} KB.`);
  if (Number(headers["content-length"] ?? 0) > maxBytes) return refuse(body, tooLarge());
  const chunks: Uint8Array[] = [];
  let length = 0;
  const collector = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      done(length > maxBytes ? tooLarge() : null);
    },
  });
  await pipeline([body, ...unpackers, collector], { signal });
  return new Uint8Array(Buffer.concat(chunks));
}

/** More layers than a sane server uses would only help somebody who wants to waste our time. */
const maxLayers = 2;

function toUnpackers(encoding: string, host: string, body: Readable): Transform[] {
  const layers = encoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const isKnown = layers.length <= maxLayers && layers.every((name) => decoders.has(name));
  if (!isKnown) return refuse(body, new AppError("unsupported_media", `${host} packed the page as ${encoding.slice(0, 40)}.`));
  return layers.reverse().flatMap((name) => decoders.get(name)?.() ?? []);
}

const decoders = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function refuse(body: Readable, error: AppError): never {
  body.on("error", () => undefined).destroy();
  throw error;
}

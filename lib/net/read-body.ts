import { Writable, type Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { AppError, isAppError } from "@/lib/errors";
import { megabyte, type SizeLimit } from "./size-limit";

type BodyOptions = {
  headers: Record<string, string>;
  maxBytes: number | SizeLimit;
  /** What is beyond the limit is left out instead of refused. */
  isCutAtLimit?: boolean | undefined;
  host: string;
  signal: AbortSignal;
  onBytes: () => void;
};

/** Enough bytes to tell a body's kind; no limit is smaller. */
const startLength = 512;

/** Decompressed and counted while it arrives; destroyed as soon as it is beyond its limit (`too_large`). */
export async function readBody(body: Readable, options: BodyOptions): Promise<Uint8Array> {
  const unpackers = toUnpackers(options.headers["content-encoding"] ?? "", options.host, body);
  const collector = createCollector(options);
  body.on("data", options.onBytes).pause();
  try {
    await pipeline([body, ...unpackers, collector.stream], { signal: options.signal });
  } catch (error) {
    if (!(options.isCutAtLimit && isAppError(error) && error.code === "too_large")) throw error;
  }
  return collector.take();
}

function createCollector({ headers, maxBytes, isCutAtLimit, host }: BodyOptions) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let limit = typeof maxBytes === "number" ? maxBytes : null;
  const isTooLong = (): boolean => {
    if (limit === null && length >= startLength && typeof maxBytes !== "number") {
      limit = maxBytes(headers["content-type"] ?? "", Buffer.concat(chunks));
    }
    // A packed body's length says nothing of what comes out of it.
    const announced = headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 0;
    return limit !== null && (length > limit || (announced > limit && isCutAtLimit !== true));
  };
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      length += chunk.length;
      done(isTooLong() ? new AppError("too_large", `${host} sent more than ${toSize(limit ?? 0)}.`) : null);
    },
  });
  return { stream, take: () => new Uint8Array(Buffer.concat(chunks).subarray(0, limit ?? length)) };
}

function toSize(bytes: number): string {
  return bytes >= megabyte
    ? `${Math.round((bytes / megabyte) * 10) / 10} MB`
    : `${Math.round(bytes / 1024)} KB`;
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
  if (!isKnown)
    return refuse(
      body,
      new AppError("unsupported_media", `${host} packed the page as ${encoding.slice(0, 40)}.`),
    );
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

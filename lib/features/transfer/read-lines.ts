import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError, findErrorCode } from "@/lib/errors";
import { longestLine } from "./format";
import { createCut, createStopped } from "./transfer-errors";

/** `end` is the place in the unpacked file after the line break; `isWhole` is false where there is none. */
export type TextLine = { text: Buffer; end: number; isWhole: boolean };

/** Packed by gzip or not, in constant memory. Fails with `invalid_request` when it cannot be one of ours. */
export async function* readLines(file: string, signal: AbortSignal): AsyncGenerator<TextLine> {
  let rest: Buffer[] = [];
  let end = 0;
  for await (const chunk of readChunks(file, signal)) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const text = Buffer.concat([...rest, chunk.subarray(from, at)]);
      end += text.length + 1;
      rest = [];
      from = at + 1;
      yield { text, end, isWhole: true };
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    if (rest.reduce((sum, { length }) => sum + length, 0) > longestLine)
      throw new AppError("invalid_request", `${file} is no export: a line is too long.`);
  }
  const text = Buffer.concat(rest);
  if (text.length > 0) yield { text, end: end + text.length, isWhole: false };
}

async function* readChunks(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await openStream(file, signal)) yield chunk as Buffer;
  } catch (error) {
    throw toReadError(error, file);
  }
}

async function openStream(file: string, signal: AbortSignal): Promise<Readable> {
  const isPacked = await startsAsGzip(file);
  const stream = createReadStream(file, { signal, highWaterMark: 256 * 1024 });
  if (!isPacked) return stream;
  const unpacked = createGunzip();
  stream.once("error", (error) => unpacked.destroy(error));
  unpacked.once("close", () => stream.destroy());
  return stream.pipe(unpacked);
}

async function startsAsGzip(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await handle.close();
  }
}

function toReadError(error: unknown, file: string): unknown {
  const code = findErrorCode(error) ?? "";
  if (code === "ENOENT") return new AppError("not_found", `${file} does not exist.`, { cause: error });
  if (code === "ABORT_ERR") return createStopped(error);
  if (code === "Z_BUF_ERROR") return createCut(file, error);
  if (code.startsWith("Z_"))
    return new AppError("invalid_request", `${file} is damaged. Nothing was imported.`, { cause: error });
  if (/^E[A-Z]+$/.test(code))
    return new AppError("invalid_request", `${file} cannot be read (${code}).`, { cause: error });
  return error;
}

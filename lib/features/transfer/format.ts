import { createHash } from "node:crypto";
import { z } from "zod";
import type { DocumentData, Json } from "@/lib/store/store";

/**
 * The file of an export is one JSON object a line: a header, the documents, the files (a `blob` line, then
 * its `bytes` in base64), a footer. After each page a `mark` says where an interrupted export goes on.
 * Objects have their keys in order, so a document has the same line whichever store it came from.
 */
export type ExportLine = z.output<typeof lineSchema>;
export type HeaderLine = Extract<ExportLine, { kind: "header" }>;
export type DocumentLine = Extract<ExportLine, { kind: "document" }>;
export type BlobLine = Extract<ExportLine, { kind: "blob" }>;
export type MarkLine = Extract<ExportLine, { kind: "mark" }>;
export type FooterLine = Extract<ExportLine, { kind: "footer" }>;

export const formatName = "sextant-export";
export const formatVersion = 1;
/** Longer than a document of the largest size with its address, and than a piece of a file. */
export const longestLine = 8_000_000;
/** How many bytes of a file go into one line. */
export const pieceBytes = 256 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const lineSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("header"),
    format: z.literal(formatName),
    version: z.number(),
    createdAt: z.string(),
    /** Tells apart the stores that exports come from, and nothing else about them. */
    source: z.string(),
  }),
  z.strictObject({ kind: z.literal("document"), path: z.string(), data: z.custom<DocumentData>(isObject) }),
  z.strictObject({ kind: z.literal("blob"), path: z.string(), contentType: z.string(), size: count, sha256 }),
  z.strictObject({ kind: z.literal("bytes"), data: z.base64() }),
  z.strictObject({
    kind: z.literal("mark"),
    of: z.enum(["documents", "blobs"]),
    cursor: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal("footer"),
    documents: z.strictObject({ count, sha256 }),
    blobs: z.strictObject({ count, bytes: count, sha256 }),
    /** Over all bytes before the footer. */
    sha256,
  }),
]);

/** Without its line break. */
export function toLine(line: ExportLine): Buffer {
  return Buffer.from(JSON.stringify(toOrdered(line)));
}

/** `null` when it is no line of an export. */
export function parseLine(text: Buffer): ExportLine | null {
  try {
    return lineSchema.safeParse(JSON.parse(text.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

export function toBlobLine(
  path: string,
  { bytes, contentType }: { bytes: Uint8Array; contentType: string },
): BlobLine {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { kind: "blob", path, contentType, size: bytes.byteLength, sha256: hash };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toOrdered(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toOrdered);
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, toOrdered(value[key] ?? null)]));
}

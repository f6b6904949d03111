import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { parseBlobPath, parseDocumentPath } from "@/lib/store/paths";
import type { BlobLine, DocumentLine, FooterLine, HeaderLine, ExportLine } from "./format";
import { formatVersion, parseLine, toBlobLine } from "./format";
import { isLeftOut } from "./left-out";
import { readLines } from "./read-lines";
import { createTally, isSame } from "./tally";
import { createCut } from "./transfer-errors";

export type ExportEntry =
  HeaderLine | DocumentLine | FooterLine | { kind: "blob"; line: BlobLine; bytes: Uint8Array };

/**
 * What an export holds, in its order; the footer comes when everything before it has been checked against it.
 * Fails with `invalid_request` on a file that was cut, changed or written by another version.
 */
export async function* readExport(file: string, signal: AbortSignal): AsyncGenerator<ExportEntry> {
  const hash = createHash("sha256");
  const tally = createTally();
  const open = createOpenBlob(file);
  let state: "start" | "inside" | "end" = "start";

  for await (const { text, isWhole } of readLines(file, signal)) {
    if (!isWhole) throw state === "end" ? createDamage(file) : createCut(file);
    const line = parseLine(text);
    if (line === null || !mayFollow(state, line))
      throw state === "start" ? createStranger(file) : createDamage(file);
    state = line.kind === "footer" ? "end" : "inside";
    const blob = open.take(line);
    if (blob) tally.addBlob(blob.line);
    switch (line.kind) {
      case "header":
        if (line.version !== formatVersion) throw createVersionError(file, line.version);
        break;
      case "document":
        checkPath(file, line);
        tally.addDocument(line);
        break;
      case "footer":
        if (hash.digest("hex") !== line.sha256 || !isSame(line, tally.toTotals())) throw createDamage(file);
        yield line;
        continue;
      case "blob":
      case "bytes":
      case "mark":
    }
    hash.update(text).update("\n");
    yield* listEntries(line, blob);
  }
  if (state === "start") throw createStranger(file);
  if (state === "inside") throw createCut(file);
}

function* listEntries(line: ExportLine, blob: ExportEntry | null): Generator<ExportEntry> {
  if (line.kind === "header" || line.kind === "document") yield line;
  if (blob) yield blob;
}

/** A header comes first and once, nothing comes behind the footer. */
function mayFollow(state: "start" | "inside" | "end", line: ExportLine): boolean {
  return state !== "end" && (line.kind === "header") === (state === "start");
}

/** Puts the pieces of a file together; gives it with the line that ends it. */
function createOpenBlob(file: string) {
  let open: { line: BlobLine; pieces: Buffer[]; left: number } | null = null;

  function finish(): Extract<ExportEntry, { kind: "blob" }> | null {
    if (open === null || open.left > 0) return null;
    const { line, pieces } = open;
    const bytes = new Uint8Array(Buffer.concat(pieces));
    open = null;
    if (toBlobLine(line.path, { bytes, contentType: line.contentType }).sha256 !== line.sha256)
      throw createDamage(file);
    return { kind: "blob", line, bytes };
  }

  return {
    take(line: ExportLine) {
      if ((open !== null) !== (line.kind === "bytes")) throw createDamage(file);
      if (line.kind === "blob") {
        checkPath(file, line);
        open = { line, pieces: [], left: line.size };
      }
      if (open !== null && line.kind === "bytes") {
        const piece = Buffer.from(line.data, "base64");
        open.pieces.push(piece);
        open.left -= piece.length;
        if (open.left < 0 || piece.length === 0) throw createDamage(file);
      }
      return finish();
    },
  };
}

function checkPath(file: string, { kind, path }: DocumentLine | BlobLine): void {
  try {
    if (kind === "document") parseDocumentPath(path);
    else parseBlobPath(path);
  } catch (error) {
    throw createDamage(file, error);
  }
  if (isLeftOut(path)) throw createDamage(file);
}

function createDamage(file: string, cause?: unknown): AppError {
  return new AppError(
    "invalid_request",
    `${file} is damaged: it is not what was exported. Nothing was imported.`,
    { cause },
  );
}

function createStranger(file: string): AppError {
  return new AppError("invalid_request", `${file} is no export of Sextant. Nothing was imported.`);
}

function createVersionError(file: string, version: number): AppError {
  const message = `${file} has version ${version} of the format, and this program reads version ${formatVersion}. Nothing was imported.`;
  return new AppError("invalid_request", message);
}

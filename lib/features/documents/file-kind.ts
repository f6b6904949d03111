import { AppError } from "@/lib/errors";
import { removeInvisible } from "@/lib/language/invisible";
import type { FileKind } from "@/lib/features/documents/shape/documents";
import { guessKind, isRecording } from "@/lib/features/documents/shape/file-kinds";
import { findImageType } from "@/lib/protocol/pictures";

const longestName = 200;
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * A file's name as people see it: without control characters and marks of direction, which make one name look
 * like another. It is never part of an address. Throws `invalid_request` when nothing is left, or too much.
 */
export function toFileName(given: string): string {
  const name = removeInvisible(given.toWellFormed().normalize("NFC").replace(controls, " ")).trim();
  if (name !== "" && name.length <= longestName) return name;
  throw new AppError("invalid_request", `A file's name has 1 to ${longestName} characters.`, {
    fields: { name: `use 1 to ${longestName} characters` },
  });
}

/** What a file seems to be before it is read. Throws `unsupported_media` for recordings. */
export function toFileKind(name: string, mediaType: string): FileKind {
  if (isRecording(name, mediaType))
    throw new AppError(
      "unsupported_media",
      "Recordings cannot be read. Documents, tables, text and pictures can.",
    );
  return guessKind(name, mediaType) ?? "text";
}

/**
 * The kind of media as it is kept: of a picture what its first bytes say. Throws `unsupported_media` when
 * something is called a picture that is none, `invalid_request` on an empty file.
 */
export function checkBytes(bytes: Uint8Array, kind: FileKind, mediaType: string): string {
  if (bytes.byteLength === 0)
    throw new AppError("invalid_request", "The file is empty.", { fields: { file: "is empty" } });
  if (kind !== "image")
    return /^[\x21-\x7e]{1,120}$/.test(mediaType) ? mediaType : "application/octet-stream";
  const found = findImageType(bytes);
  if (found !== null) return found;
  throw new AppError(
    "unsupported_media",
    "The picture is not what it says it is. PNG, JPEG, WebP and GIF can be read.",
  );
}

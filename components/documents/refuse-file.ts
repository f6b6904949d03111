import { maxDocumentsPerMessage, maxFileBytes } from "@/lib/protocol/documents";
import { guessKind, isRecording } from "@/lib/protocol/file-kinds";

/** Why a file is not even sent, or was not there after a reload; the browser has the words. */
export type FileRefusal = "recording" | "kind" | "empty" | "size" | "count" | "unreachable" | "left";

/** `present`: how many there are already, of at most `most`. */
export function refuseFile(
  { name, type, size }: Pick<File, "name" | "type" | "size">,
  present: number,
  most = maxDocumentsPerMessage,
): FileRefusal | null {
  const kind = guessKind(name, type);
  if (isRecording(name, type)) return "recording";
  // What has no known type may well be text: the server looks.
  if (kind === null && type !== "") return "kind";
  if (size === 0) return "empty";
  if (size > maxFileBytes) return "size";
  return present >= most ? "count" : null;
}

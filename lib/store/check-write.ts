import { AppError } from "@/lib/errors";
import { type PathChange, toChanges } from "./patch";
import { isHoldableKey, parseDocumentPath } from "./paths";
import type { DocumentData, Write } from "./store";
import { toDocumentText } from "./values";

/** A write whose input is valid and copied. */
export type CheckedWrite =
  | { kind: "set" | "create"; path: string; text: string }
  | { kind: "update" | "merge"; path: string; changes: PathChange[] }
  | { kind: "delete"; path: string };

/** Fails with `invalid_request` or `too_large`. */
export function checkWrite(write: Write): CheckedWrite {
  parseDocumentPath(write.path);
  const { kind, path } = write;
  if (kind === "set" || kind === "create") {
    checkKeys(write.data);
    return { kind, path, text: toDocumentText(write.data) };
  }
  return kind === "update" || kind === "merge"
    ? { kind, path, changes: toChanges(write.patch) }
    : { kind, path };
}

function checkKeys(data: DocumentData): void {
  const field = Object.keys(data).find((key) => !isHoldableKey(key));
  if (field !== undefined)
    throw new AppError("invalid_request", "This is not the name of a field.", { cause: { field } });
}

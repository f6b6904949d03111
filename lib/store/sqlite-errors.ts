import { AppError, isAppError } from "@/lib/errors";
import { createDiskFull, createUnavailable } from "./store-errors";

// https://www.sqlite.org/rescode.html
const busy = 5;
const readOnly = 8;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

/** What SQLite threw in reading or writing, as `store_unavailable` or `store_invalid`; all else as it is. */
export function toStoreError(error: unknown): unknown {
  const code = findResultCode(error);
  if (code === null || isAppError(error)) return error;
  if (code === corrupt || code === notADatabase) {
    return new AppError("store_invalid", "The database is damaged. Restore it from a backup.", {
      cause: error,
    });
  }
  return code === full ? createDiskFull(error) : createUnavailable(error);
}

/** Why a file could not be opened, and what to do, as `store_invalid`. */
export function toOpenError(error: unknown, file: string): AppError {
  if (isAppError(error)) return error;
  return new AppError("store_invalid", toOpenMessage(findResultCode(error), file), { cause: error });
}

export function isBusy(error: unknown): boolean {
  return findResultCode(error) === busy;
}

function toOpenMessage(code: number | null, file: string): string {
  switch (code) {
    case busy:
      return `${file} is in use by another program. Close it and start again.`;
    case readOnly:
      return `${file} is read-only. Allow this account to write it, or use another DATA_DIR.`;
    case cannotOpen:
      return `${file} cannot be opened or made. Check that this account may write in its folder, or use another DATA_DIR.`;
    case full:
      return `${file} cannot be written because the disk is full. Free some space and start again.`;
    case corrupt:
    case notADatabase:
      return `${file} is damaged or not a database. Restore it from a backup, or move it away to start empty.`;
    default:
      return `${file} cannot be used as a database. Check the disk, restore it from a backup, or use another DATA_DIR.`;
  }
}

function findResultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  // The low byte is the primary code; the rest tells its variants apart.
  return error.errcode & 0xff;
}

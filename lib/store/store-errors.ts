import { AppError } from "@/lib/errors";

// What every driver says in the same words. The cause is for the log.

export function createConflict(cause?: unknown): AppError {
  return new AppError("conflict", "Somebody else changed this at the same time. Try again.", { cause });
}

export function createAlreadyExists(cause?: unknown): AppError {
  return new AppError("already_exists", "It exists already.", { cause });
}

export function createMissing(cause?: unknown): AppError {
  return new AppError("not_found", "It does not exist any more.", { cause });
}

export function createUnavailable(cause?: unknown): AppError {
  return new AppError("store_unavailable", "Storage does not answer. Try again.", { cause });
}

export function createDiskFull(cause: unknown): AppError {
  return new AppError("store_unavailable", "The disk is full. Free some space and try again.", { cause });
}

export function createClosed(): AppError {
  return new AppError("store_unavailable", "The storage is closed.");
}

/** For a transaction that has begun to write. */
export function createReadAfterWrite(): AppError {
  return new AppError("internal", "A transaction reads before it writes.");
}

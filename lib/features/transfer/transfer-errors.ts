import { AppError } from "@/lib/errors";

/** For a move that can be taken up where it was stopped. */
export function createStopped(cause?: unknown): AppError {
  return new AppError("aborted", "It was stopped. Run the same command again to go on.", { cause });
}

export function createCut(file: string, cause?: unknown): AppError {
  return new AppError(
    "invalid_request",
    `${file} ends in the middle: it was cut off. Nothing was imported.`,
    { cause },
  );
}

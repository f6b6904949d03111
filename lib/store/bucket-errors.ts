import { AppError, isAppError } from "@/lib/errors";
import { createUnavailable } from "./store-errors";

/** What the vendor threw, as `store_invalid` for a wrong configuration, else as `store_unavailable`. */
export function toBucketError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isMissingBucket(error)) {
    return new AppError("store_invalid", "The bucket that FIREBASE_STORAGE_BUCKET names does not exist.", {
      cause: error,
    });
  }
  if (isRefused(error)) return createRefusal(error);
  return createUnavailable(error);
}

export function createRefusal(cause: unknown): AppError {
  const message =
    "The bucket refuses this account. Check FIREBASE_CLIENT_EMAIL, FIREBASE_PRIVATE_KEY and its rights on FIREBASE_STORAGE_BUCKET.";
  return new AppError("store_invalid", message, { cause });
}

/** Whether the bucket is there and holds no such file. */
export function isAbsent(error: unknown): boolean {
  return readCode(error) === 404 && !isMissingBucket(error);
}

/** Failures that may be gone a moment later: everything here may be done twice. */
export function isPassing(error: unknown): boolean {
  const code = readCode(error);
  return typeof code === "number"
    ? [408, 429, 500, 502, 503, 504].includes(code)
    : connectionCodes.includes(String(code));
}

const connectionCodes = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "FILE_NO_UPLOAD",
  "FILE_NO_UPLOAD_DELETED",
];

// The code is the same for a missing file; only the sentence differs.
function isMissingBucket(error: unknown): boolean {
  return readCode(error) === 404 && error instanceof Error && /bucket does not exist/i.test(error.message);
}

function isRefused(error: unknown): boolean {
  const code = readCode(error);
  // OpenSSL's codes mean a private key that is none; 400 is the token service's word on an unknown account.
  if (code === 400 || code === 401 || code === 403 || String(code).startsWith("ERR_OSSL")) return true;
  return error instanceof Error && /Could not load the default credentials|invalid_grant/.test(error.message);
}

function readCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  const status = "status" in error ? error.status : undefined;
  const given = typeof status === "number" ? status : code;
  return typeof given === "string" && /^\d{3}$/.test(given) ? Number(given) : given;
}

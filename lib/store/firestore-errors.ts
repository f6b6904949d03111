import { AppError, isAppError } from "@/lib/errors";
import { createAlreadyExists, createConflict, createMissing, createUnavailable } from "./store-errors";

// https://github.com/grpc/grpc/blob/master/doc/statuscodes.md
const status = {
  invalidArgument: 3,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Seconds; a daily quota comes back later, one by the minute sooner. */
const retryQuotaAfter = 60;

/** What a Firestore call threw, in the store's words. What was sent is in the cause, never in the message. */
export function toFirestoreError(error: unknown): AppError {
  if (isAppError(error)) return error;
  const details = error instanceof Error ? error.message : String(error);
  const code = findStatus(error);
  switch (code) {
    case status.invalidArgument:
      return isAboutSize(details)
        ? new AppError("too_large", "This is more than one document or one change may hold.", {
            cause: error,
          })
        : new AppError("invalid_request", "Firestore refuses this value.", { cause: error });
    case status.notFound:
      return /database .*does not exist/is.test(details)
        ? new AppError(
            "store_invalid",
            "This project has no Firestore database. Create one in the Firebase console, then start again.",
            { cause: error },
          )
        : createMissing(error);
    case status.alreadyExists:
      return createAlreadyExists(error);
    case status.resourceExhausted:
      return isAboutSize(details)
        ? new AppError("too_large", "This is more than one change may hold.", { cause: error })
        : new AppError("store_unavailable", "The storage's quota is used up. Try again later.", {
            cause: error,
            retryAfter: retryQuotaAfter,
          });
    case status.failedPrecondition:
      return /index/i.test(details)
        ? new AppError(
            "store_invalid",
            "Firestore lacks an index. Deploy firestore.indexes.json, and wait until it is built.",
            { cause: error },
          )
        : createConflict(error);
    case status.aborted:
      return createConflict(error);
    case status.permissionDenied:
    case status.unauthenticated:
      return createCredentialsError(error);
    case status.unimplemented:
      return new AppError(
        "store_invalid",
        "The database does not know this request. It must be Firestore in native mode.",
        { cause: error },
      );
    default:
      return isAboutCredentials(details) ? createCredentialsError(error) : createUnavailable(error);
  }
}

export function createCredentialsError(cause: unknown): AppError {
  const message =
    "Firestore refuses the credentials. Check FIREBASE_PROJECT_ID, FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY, and that this account may use Firestore.";
  return new AppError("store_invalid", message, { cause });
}

/** Whether nobody has looked at the request yet, so that it may be sent again. */
export function isUnavailable(error: unknown): boolean {
  return findStatus(error) === status.unavailable;
}

function isAboutSize(details: string): boolean {
  return /exceeds (the )?maximum|maximum entity size|larger than|too (big|large|many)|longer than|transaction too big|index entries/i.test(
    details,
  );
}

// The authentication library fails without a status, or with the status of what it was called for.
function isAboutCredentials(details: string): boolean {
  const isNetwork = /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN/.test(details);
  return (
    !isNetwork && /default credentials|DECODER|invalid_grant|private key|metadata from plugin/i.test(details)
  );
}

function findStatus(error: unknown): number | null {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : null;
}

import { isAppError, AppError } from "@/lib/errors";

/** An error of the library for signing in. `body.code` names what happened. */
export type LibraryError = { statusCode: number; body?: { code?: string } };

export function isApiError(error: unknown): error is LibraryError & Error {
  return (
    error instanceof Error &&
    "statusCode" in error &&
    typeof error.statusCode === "number" &&
    !isAppError(error)
  );
}

/** Throws the failure as one of ours, in words that say nothing about who has an account. */
export function throwTyped(error: unknown): never {
  if (!isApiError(error)) throw error;
  const known = table[error.body?.code ?? ""];
  if (known !== undefined) throw known(error);
  if (error.statusCode >= 500)
    throw new AppError("internal", "Signing in does not work just now. Try again in a moment.", {
      cause: error,
    });
  throw new AppError("invalid_request", "This request cannot be answered.", { cause: error });
}

export function hasCode(error: unknown, code: string): boolean {
  return isApiError(error) && error.body?.code === code;
}

const table: Record<string, (cause: Error) => AppError> = {
  INVALID_EMAIL_OR_PASSWORD: (cause) =>
    new AppError("unauthenticated", "The address or the password is wrong.", { cause }),
  INVALID_PASSWORD: (cause) =>
    new AppError("invalid_request", "The current password is wrong.", {
      cause,
      fields: { currentPassword: "is wrong" },
    }),
  CREDENTIAL_ACCOUNT_NOT_FOUND: (cause) =>
    new AppError("conflict", "This account has no password: it signs in by another service.", { cause }),
  INVALID_TOKEN: (cause) => createSpent(cause),
  USER_NOT_FOUND: (cause) => createSpent(cause),
  UNAUTHORIZED: (cause) => new AppError("unauthenticated", "Sign in first.", { cause }),
};

function createSpent(cause: Error): AppError {
  return new AppError("invalid_request", "This link has been used, or it is too old. Ask for a new one.", {
    cause,
    fields: { token: "is no longer good" },
  });
}

import { AppError } from "@/lib/errors";

/** What is known of a failure beside its message. */
type Facts = {
  /** The server has not begun what it was asked: it may be asked again, whatever the tool does. */
  isUnseen?: boolean;
  /** The server had the request and nobody knows what it did. */
  mayHaveActed?: boolean;
  /** For administrators alone: a stranger's words. */
  details?: string;
};

const known = new WeakMap<Error, Facts>();

export const readFacts = (error: unknown): Facts => (error instanceof Error ? (known.get(error) ?? {}) : {});

export function withFacts(error: AppError, facts: Facts): AppError {
  known.set(error, { ...readFacts(error), ...facts });
  return error;
}

/** The same failure as administrators read it. */
export function forAdmin(error: AppError): AppError {
  const { details = "" } = readFacts(error);
  if (details === "") return error;
  return new AppError(error.code, `${error.message}\n${details}`, { cause: error });
}

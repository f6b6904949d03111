import { AppError, isAppError } from "@/lib/errors";
import { findStatus } from "@/lib/net/response-failure";

/** What the reader threw, as an engine's failure. */
export type ErrorWords = {
  /** Who did not answer, for the person. */
  name: string;
  /** Statuses that say that a limit is reached. */
  quotaStatuses?: readonly number[];
  /** What an administrator can do about these; begins where "… refuses the search (401): " ends. */
  advice?: Partial<Record<number, string>>;
};

export function toSearchError(
  error: unknown,
  { name, quotaStatuses = [429], advice = {} }: ErrorWords,
): AppError {
  if (!isAppError(error))
    return new AppError("search_unavailable", `${name} did not answer.`, { cause: error });
  if (error.code === "timeout" || error.code === "aborted") return error;
  const status = findStatus(error);
  const options = { cause: error, ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }) };
  if (status === 429) return new AppError("quota_exhausted", error.message, options);
  if (status !== null && quotaStatuses.includes(status))
    return new AppError("quota_exhausted", `${name} says that its plan is used up (${status}).`, options);
  const help = status === null ? undefined : advice[status];
  if (help !== undefined)
    return new AppError("configuration", `${name} refuses the search (${status}): ${help}`, options);
  return new AppError("search_unavailable", error.message, options);
}

import { isAppError, type ErrorCode } from "@/lib/errors";
import { documentProblems, type DocumentProblem } from "@/lib/features/documents/shape/documents";
import { z } from "zod";

const problemByCode: Partial<Record<ErrorCode, DocumentProblem>> = {
  invalid_request: "no_text",
  unsupported_media: "unsupported",
  too_large: "too_large",
  page_unavailable: "broken",
  page_refused: "password",
  timeout: "timeout",
};
const causeSchema = z.object({ problem: z.enum(documentProblems) });

/**
 * What a failed reading is called: what the reader names as its cause, else what the code means. `isForGood`:
 * the same file would fail again, which a code without a problem of its own says by `isRetryable`.
 */
export function toReadFailure(error: unknown): { problem: DocumentProblem; isForGood: boolean } {
  const named = isAppError(error) ? causeSchema.safeParse(error.cause).data?.problem : undefined;
  const problem = named ?? (isAppError(error) ? problemByCode[error.code] : undefined) ?? "internal";
  const isLasting = isAppError(error) && !error.isRetryable && error.code !== "aborted";
  return { problem, isForGood: problem === "internal" ? isLasting : problem !== "timeout" };
}

import { isAppError, type ErrorCode } from "@/lib/errors";
import { documentProblems, type DocumentProblem } from "@/lib/protocol/documents";
import { z } from "zod";

const problemByCode: Partial<Record<ErrorCode, DocumentProblem>> = {
  unsupported_media: "unsupported",
  too_large: "too_large",
  page_unavailable: "broken",
  page_refused: "password",
  timeout: "timeout",
};
const causeSchema = z.object({ problem: z.enum(documentProblems) });
const worthAnotherTry: readonly DocumentProblem[] = ["timeout", "internal"];

/**
 * What a failed reading is called: what the reader names as its cause, else what the code means. `isForGood`:
 * the same file would fail again.
 */
export function toReadFailure(error: unknown): { problem: DocumentProblem; isForGood: boolean } {
  const named = isAppError(error) ? causeSchema.safeParse(error.cause).data?.problem : undefined;
  const problem = named ?? (isAppError(error) ? problemByCode[error.code] : undefined) ?? "internal";
  return { problem, isForGood: !worthAnotherTry.includes(problem) };
}

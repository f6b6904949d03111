import type { RefusalReason } from "@/lib/errors";
import { isRecord, parseJson } from "./json";
/** RFC 9457 problem document, the one shape of every failed request. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  retryAfter?: number;
  fields?: Record<string, string>;
  reason?: RefusalReason;
};

/** Reads a problem document out of a reply's text; `null` when it is none. */
export function parseProblem(text: string): Problem | null {
  const value = parseJson(text);
  return isProblem(value) ? value : null;
}

function isProblem(value: unknown): value is Problem {
  return isRecord(value) && "code" in value && "detail" in value && "status" in value;
}

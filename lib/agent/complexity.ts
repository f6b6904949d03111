import { hasHan } from "@/lib/language/script";
import type { Complexity } from "@/lib/protocol/run-record";

export type ComplexityInput = { text: string; fileCount: number; mode: "fast" | "balanced" | "thinking" };

/** How much work a request looks like by form: length, questions, list items, files and the chosen mode. */
export function classifyComplexity({ text, fileCount, mode }: ComplexityInput): Complexity {
  if (mode === "thinking") return "complex";
  const score = scoreLength(text) + scoreParts(text) + (fileCount > 0 ? 1 : 0);
  if (mode === "fast") return score >= 3 ? "moderate" : "simple";
  if (score >= 3) return "complex";
  return score >= 1 ? "moderate" : "simple";
}

/** A Chinese character says about as much as three letters. */
function scoreLength(text: string): number {
  const size = [...text].reduce((sum, character) => sum + (hasHan(character) ? 3 : 1), 0);
  if (size > 1200) return 3;
  return size > 300 ? 1 : 0;
}

function scoreParts(text: string): number {
  const questions = text.match(/[?？]/g)?.length ?? 0;
  const listed = text.match(/^[^\S\r\n\u2028\u2029]*(?:[-*•]|\d{1,9}[.)、])\s/gm)?.length ?? 0;
  if (questions > 2 || listed > 2) return 3;
  return questions === 2 || listed > 0 ? 1 : 0;
}

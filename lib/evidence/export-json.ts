import type { AnswerEvidence } from "@/lib/protocol/answer-evidence";

/** Raised when a field changes its meaning or goes. */
export const exportVersion = 1;

/** Everything, with the whole texts: `contentHash` is the SHA-256 of `text` in UTF-8. */
export function toJsonExport(answer: AnswerEvidence): string {
  return `${JSON.stringify({ schema: "sextant.answer", version: exportVersion, ...answer }, null, 2)}\n`;
}

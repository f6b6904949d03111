import { z } from "zod";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { claimProblems, verdicts, type ClaimsData } from "@/lib/features/evidence/shape/claims";

const verdict = z.enum(verdicts).catch("unchecked");
const claimSchema = z.object({
  part: z.number(),
  start: z.number(),
  end: z.number(),
  marks: z.array(z.number()),
  sentence: z.string(),
  verdict,
  sources: z.array(
    z.object({
      number: z.number(),
      evidenceId: z.string(),
      verdict,
      problems: z.array(z.enum(claimProblems)).catch([]),
      passage: z.object({ quote: z.string(), start: z.number(), end: z.number() }).nullable(),
      difference: z.object({ claim: z.string(), source: z.string() }).optional(),
    }),
  ),
  decidedBy: z.enum(["rules", "model"]).catch("rules"),
});
/** Older answers also have disagreements of their sources, which are not read any more. */
const claimsSchema = z.object({
  claims: z.array(claimSchema),
  pending: z.number().catch(0),
  checkedAt: z.number().catch(0),
});

/** The newest check that a stored message holds; `null` where there is none, or it cannot be read. */
export function findStoredClaims({ parts }: ChatMessage): ClaimsData | null {
  const part = parts.findLast(({ type }) => type === "data-claims");
  const parsed = claimsSchema.safeParse(part !== undefined && "data" in part ? part.data : null);
  return parsed.success ? parsed.data : null;
}

/** Longer than any small model is waited for: what is pending then was left so by a process that ended. */
const settledAfterMs = 120_000;

/** The message with nothing pending, where that was left from a process that ended; else `null`. */
export function settleClaims(message: ChatMessage, now: number): ChatMessage | null {
  const isLeft = (part: ChatMessage["parts"][number]) =>
    part.type === "data-claims" && part.data.pending > 0 && now - part.data.checkedAt > settledAfterMs;
  if (!message.parts.some(isLeft)) return null;
  const parts = message.parts.map((part) =>
    part.type === "data-claims" ? { ...part, data: { ...part.data, pending: 0 } } : part,
  );
  return { ...message, parts };
}

import { z } from "zod";
import type { TracedWords } from "./traced-words";

/**
 * `POST /api/chat/{id}/approvals/{approvalId}`: the person's answer to a waiting call. `edit` changes the
 * input: the signed call is denied, a new one made. 204; 404 without such a call; 409 `already_decided` when
 * it was answered before or its time is over; 400 with `fields` when an edit does not fit the tool.
 */
export const approvalAnswerSchema = z.discriminatedUnion("decision", [
  z.strictObject({ decision: z.literal("approve") }),
  z.strictObject({ decision: z.literal("deny") }),
  z.strictObject({ decision: z.literal("edit"), input: z.record(z.string(), z.unknown()) }),
]);
export type ApprovalAnswer = z.output<typeof approvalAnswerSchema>;

/**
 * Why a call waits once strangers' text is there: a fact not in the person's words, a search with words from
 * what is private or from nowhere, a walk along addresses only pages name, or a tool that changes or sends.
 * `rule`: for the person's role the tool always waits.
 */
export const approvalReasons = ["fact", "query", "address", "effect", "rule"] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/**
 * What consent to a call depends on. `details` of a query are words that go out with it; `inside` are those
 * of the addresses whose host is reached although it is private, and `words` what a tool from outside is
 * given.
 */
export type CallRequest =
  | { reason: "query"; query: string; details: readonly string[] }
  | { reason: "address"; urls: readonly string[]; inside?: readonly string[] }
  | { reason: "fact"; facts: readonly { content: string; keywords: readonly string[] }[] }
  | { reason: "effect"; words?: string };

/** A page whose text stood in the conversation when the call was asked for. */
export type ApprovalPage = { title: string; url: string; number?: number };

/** Part `data-approval`, with the approval's id as its own; the newest one of an id counts. */
export type ApprovalData = {
  toolCallId: string;
  tool: string;
  reason: ApprovalReason;
  /** What in the input is not the person's: facts, words of a query, addresses. */
  details: string[];
  /** All words of the call that the person did not type, where that is known. */
  words?: TracedWords[];
  /** The newest first, at most five; one that tried to give instructions before all others. */
  pages: ApprovalPage[];
  askedAt: number;
  /** Milliseconds since 1970. */
  dueAt: number;
  state: "asked" | "approved" | "denied" | "edited" | "expired";
  /** When it was answered; missing as long as it was not. */
  decidedAt?: number;
};

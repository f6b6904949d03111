import type { ChatMessage } from "@/lib/protocol/chat-message";
import { parseProblem, type Problem } from "@/lib/protocol/problem";
import { plainProblem, type Cause, type ConversationProblem } from "./state";

/** What the chat told about one request when it was over; `finish` is `null` when no stream was ever read. */
export type RequestTrace = {
  finish: {
    message: ChatMessage;
    isAbort: boolean;
    isDisconnect: boolean;
    finishReason?: string | undefined;
  } | null;
  error: Error | null;
};

export type RequestOutcome =
  | { kind: "ended" | "closed" | "cut" | "none" | "unreachable" }
  | { kind: "refused"; status: number; problem: Problem | null }
  | { kind: "failed"; text: string };

/** `unsent`: the server could be reached, and has nothing of what was asked. */
export type AskOutcome = RequestOutcome | { kind: "unsent" };

/** A stream that closes without an ending was cut: the chat itself would take half an answer for a whole. */
export function readOutcome({ finish, error }: RequestTrace): RequestOutcome {
  if (error !== null && "statusCode" in error) {
    return { kind: "refused", status: Number(error.statusCode), problem: parseProblem(error.message) };
  }
  if (finish === null) return { kind: error === null ? "none" : "unreachable" };
  if (finish.isAbort) return { kind: "closed" };
  if (finish.message.metadata?.outcome !== undefined) return { kind: "ended" };
  // Browsers tell a broken connection as a TypeError in their words; what the server says is a plain Error.
  const isCut = finish.isDisconnect || error instanceof TypeError;
  if (error !== null && !isCut) return { kind: "failed", text: error.message };
  return { kind: error === null && finish.finishReason !== undefined ? "ended" : "cut" };
}

/** The message to the person; none if the reply itself tells how it ended. */
export function toProblem(
  outcome: AskOutcome,
  asked: Cause,
  last: ChatMessage | undefined,
): ConversationProblem | null {
  if (outcome.kind === "refused") {
    // Another tab was quicker, and its reply was followed instead.
    if (outcome.problem?.code === "run_active" && (asked === "again" || asked === "continue")) return null;
    const { code = null, detail = null, retryAfter = null } = outcome.problem ?? {};
    return { kind: "refused", asked, code, detail, retryAfter };
  }
  if (outcome.kind === "unsent") return { ...plainProblem, kind: "unsent", asked };
  if (outcome.kind === "failed" && last?.metadata?.outcome === undefined)
    return { ...plainProblem, kind: "failed", asked, detail: outcome.text };
  return null;
}

import type { ChatMessage } from "@/lib/protocol/chat-message";
import { parseProblem, type Problem } from "@/lib/protocol/problem";

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

/** A stream that closes without an ending is a cut connection: the chat itself would take half an answer for a whole one. */
export function readOutcome({ finish, error }: RequestTrace): RequestOutcome {
  if (error !== null && "statusCode" in error) {
    return { kind: "refused", status: Number(error.statusCode), problem: parseProblem(error.message) };
  }
  if (finish === null) return { kind: error === null ? "none" : "unreachable" };
  if (finish.isAbort) return { kind: "closed" };
  if (finish.message.metadata?.outcome !== undefined) return { kind: "ended" };
  // Browsers tell a broken connection as a TypeError with words of their own; what the server says is a plain Error.
  const isCut = finish.isDisconnect || error instanceof TypeError;
  if (error !== null && !isCut) return { kind: "failed", text: error.message };
  return { kind: error === null && finish.finishReason !== undefined ? "ended" : "cut" };
}

import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findAskedWord, listWaiting } from "@/lib/client/message/approvals";
import { isBusy, type ConversationData } from "@/lib/client/conversation/state";

/** What a person who looks elsewhere wants to hear of: the answer is there, or waits for them. */
export type AnswerSignal = "ready" | "waits";

type Seen = Pick<ConversationData, "phase" | "messages">;

/** `null` where nothing of it is new, and where the person stopped the answer or took the question back. */
export function findAnswerSignal(before: Seen, now: Seen): AnswerSignal | null {
  const last = now.messages.at(-1);
  if (last?.role !== "assistant") return null;
  const isOver = isBusy(before) && !isBusy(now) && last.metadata?.outcome !== undefined;
  const isTakenBack = before.phase === "unsent";
  if (isOver) return isTakenBack || last.metadata?.outcome === "stopped" ? null : "ready";
  if (!isBusy(now) || last === before.messages.at(-1)) return null;
  const known = listWaits(before.messages.at(-1));
  return listWaits(last).some((id) => !known.includes(id)) ? "waits" : null;
}

/** What waits for the person: calls, a question or the plan, and what steps of the plan ask. */
function listWaits(message: ChatMessage | undefined): string[] {
  const asked = findAskedWord(message);
  const plan = message?.parts.findLast((part) => part.type === "data-plan")?.data;
  const asking = plan?.steps.filter(({ isAsking }) => isAsking === true) ?? [];
  return [
    ...listWaiting(message).map(({ id }) => id),
    ...(asked === null ? [] : [asked.id]),
    ...asking.map(({ id }) => id),
  ];
}

import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toShownNumbers, type ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import { readTurn } from "@/lib/client/message/read-turn";
import { collectSources } from "@/lib/client/message/sources";

/** As which numbers an answer shows the sources of its conversation. */
export function listShownNumbers(message: ChatMessage, messages: ChatMessage[]): ShownNumbers {
  const sources = collectSources(messages);
  return toShownNumbers(readTurn(message).answer, (number) => sources.has(number));
}

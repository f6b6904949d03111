import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findPieces } from "@/lib/protocol/message-text";
import type { Draft } from "./state";

/** As many as the server takes. */
const mostPasted = 100;

/** No list of what was pasted leaves it to the server to tell by the text's form. */
export function toMessage(
  { id, text, files, pasted, mentions = [] }: Draft,
  parentId: string | null,
): ChatMessage {
  const words = text === "" ? [] : [{ type: "text" as const, text }];
  const found = pasted === undefined ? {} : { pasted: findPieces(text, pasted).slice(0, mostPasted) };
  const pointing = mentions.length > 0 && { mentions: [...mentions] };
  const metadata = { createdAt: Date.now(), parentId, ...found, ...pointing };
  return { id, role: "user", parts: [...files, ...words], metadata };
}

import type { FoundConversation } from "@/lib/protocol/conversations";

/** The conversation at the message that has the words. */
export function toFoundAddress({ id, snippet }: Pick<FoundConversation, "id" | "snippet">): string {
  return snippet === null ? `/c/${id}` : `/c/${id}?message=${encodeURIComponent(snippet.messageId)}`;
}

import type { Reply } from "./reply";
import type { ChatMessage } from "@/lib/protocol/chat-message";

/** What replies that were made for this one could not pay stands in its answer, too. */
export function passOnUnpaid({ notice }: Reply, replies: readonly (ChatMessage | null)[]): void {
  for (const part of replies.flatMap((reply) => reply?.parts ?? []))
    if (part.type === "data-notice" && part.data.kind === "unpaid") notice(part.data);
}

import { localOwner } from "@/lib/auth/local-owner";
import { toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { openEmbeddedStore } from "@/lib/store/embedded";

const text = "The tide lifts the buoy, the chain hangs steeper, and the circle it draws around its anchor grows smaller until high water. ".repeat(3);

/** Writes a conversation with many messages into the store of a server that does not run. */
export async function seedConversation({ dataDir, conversationId, count }: { dataDir: string; conversationId: string; count: number }): Promise<void> {
  const store = await openEmbeddedStore({ dataDir });
  const now = Date.now();
  const place = paths.conversation(localOwner.id, conversationId);
  await store.set(place, { title: "A long conversation", titled: true, createdAt: now, updatedAt: now, lastSeq: count, activeRunId: null });
  const messages = Array.from({ length: count }, (_, index) => toMessage(index + 1));
  await store.batch(
    messages.map((message, index) => ({
      kind: "set",
      path: paths.message(localOwner.id, conversationId, message.id),
      data: toMessageData({ seq: index + 1, message }),
    })),
  );
  await store.close();
}

function toMessage(seq: number): ChatMessage {
  return { id: `seed-${seq}`, role: seq % 2 === 1 ? "user" : "assistant", parts: [{ type: "text", text }] };
}

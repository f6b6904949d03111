import { toNewConversation, type ConversationRecord } from "@/lib/data/conversations";
import { toData } from "@/lib/data/json";
import { toMessageData } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Store, Write } from "@/lib/store/store";

const text =
  "The tide lifts the buoy, the chain hangs steeper, and the circle it draws around its anchor grows smaller until high water. ".repeat(
    3,
  );
/** Documents of a commit: as much as every driver takes at once. */
const batchSize = 400;

/** A conversation as the product keeps it after its last reply, with `messages` messages. */
export function toConversationWrites({
  userId,
  id,
  messages,
  updatedAt,
}: {
  userId: string;
  id: string;
  messages: number;
  updatedAt: number;
}): Write[] {
  const record: ConversationRecord = {
    ...toNewConversation(updatedAt - 60_000, false),
    ...{ title: `About the tides, ${id}`, updatedAt, lastSeq: messages },
  };
  return [
    { kind: "set", path: paths.conversation(userId, id), data: toData(record) },
    ...Array.from({ length: messages }, (_, index): Write => {
      const message = toMessage(id, index + 1, updatedAt);
      return {
        kind: "set",
        path: paths.message(userId, id, message.id),
        data: toMessageData({ seq: index + 1, message }),
      };
    }),
  ];
}

/** Writes them in the order given, a commit at a time. */
export async function writeInBatches(
  store: Pick<Store, "batch">,
  writes: Write[],
  size = batchSize,
): Promise<void> {
  for (let from = 0; from < writes.length; from += size) await store.batch(writes.slice(from, from + size));
}

function toMessage(conversationId: string, seq: number, createdAt: number): ChatMessage {
  const isQuestion = seq % 2 === 1;
  return {
    id: `${conversationId}-m${seq}`,
    role: isQuestion ? "user" : "assistant",
    parts: [{ type: "text", text }],
    metadata: { createdAt },
  };
}

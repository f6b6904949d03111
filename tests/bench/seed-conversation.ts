import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { openStore } from "@/lib/store/open";
import { toConversationWrites, writeInBatches } from "./seed-records";

/** Writes a conversation with many messages into the store of a server that does not run. */
export async function seedConversation({
  dataDir,
  conversationId,
  count,
}: {
  dataDir: string;
  conversationId: string;
  count: number;
}): Promise<void> {
  const store = await openStore({ driver: "embedded", dataDir });
  await writeInBatches(
    store,
    toConversationWrites({
      userId: localOwner.id,
      id: conversationId,
      messages: count,
      updatedAt: Date.now(),
    }),
  );
  await store.close();
}

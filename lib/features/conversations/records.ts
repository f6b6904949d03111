import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { toConversation, type ConversationRecord } from "@/lib/data/conversations";
import type { EvidenceRecords } from "@/lib/features/evidence/records/evidence";
import { readCollection, type KeptRecords } from "@/lib/data/kept-records";
import { readWhole } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";

/** Each conversation with its messages, their sources and what was read of these. */
export const exportConversations = (
  store: Store,
  blobs: BlobStore,
  evidence: EvidenceRecords,
): KeptRecords => ({
  async *lines(userId) {
    for await (const { id, data } of readCollection(store, paths.conversations(userId))) {
      const conversationId = id;
      yield { kind: "conversation", id, ...toAbout(toConversation(data)) };
      for await (const message of readCollection(store, paths.messages(userId, id)))
        yield {
          kind: "message",
          conversationId,
          ...(await readWhole(blobs, { userId, conversationId }, message)),
        };
      yield { kind: "sources", conversationId, sources: await evidence.listSources(userId, id) };
      for await (const seen of readCollection(store, `${paths.conversation(userId, id)}/evidence`))
        yield {
          ...{ kind: "evidence", conversationId, id: seen.id },
          record: await evidence.find(userId, id, seen.id),
        };
    }
  },
});

function toAbout({ title, createdAt, updatedAt, temporary, pinned, archived, folder }: ConversationRecord) {
  const filed = { pinned, archived, ...(folder !== null && { folder }) };
  return { title, createdAt, updatedAt, ...filed, ...(temporary && { temporary }) };
}

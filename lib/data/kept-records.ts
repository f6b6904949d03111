import type { Store, StoredDocument } from "@/lib/store/store";
import type { ConversationRecord } from "./conversations";

/** One line of an export; `kind` says what it holds. */
export type ExportLine = { kind: string; [field: string]: unknown };

/** What a subject keeps of a person. Each of these may be repeated after it was cut off. */
export type KeptRecords = {
  /** Reads on only when the reader does, a page or a file at a time, so that any amount fits in memory. */
  lines?(userId: string): AsyncIterable<ExportLine>;
  forgetPerson?(userId: string): Promise<unknown>;
  /** Before the conversation's own record goes. `found`: as it was; `null` where it is gone already. */
  forgetConversation?(userId: string, id: string, found: ConversationRecord | null): Promise<unknown>;
  /** Once the record is gone, for what whoever is still at work may have written meanwhile. */
  afterConversation?(userId: string, id: string, found: ConversationRecord | null): Promise<unknown>;
};

/** All of a person. The list says what is exported and what goes, in its order. */
export function createPersonData(kept: readonly KeptRecords[]) {
  return {
    async *readAll(userId: string): AsyncGenerator<ExportLine> {
      for (const { lines } of kept) if (lines !== undefined) yield* lines(userId);
    },
    async deleteAll(userId: string): Promise<void> {
      for (const { forgetPerson } of kept) await forgetPerson?.(userId);
    },
  };
}
export type PersonData = ReturnType<typeof createPersonData>;

/** A person's documents of a collection as they are stored; with their ids, where these say something. */
export const exportEach = (
  store: Store,
  kind: string,
  collection: (userId: string) => string,
  { hasIds = true } = {},
): KeptRecords => ({
  async *lines(userId) {
    for await (const { id, data } of readCollection(store, collection(userId)))
      yield { kind, ...(hasIds && { id }), ...data };
  },
});

/** Few at a time: a document may have a megabyte. */
export async function* readCollection(
  store: Store,
  collection: string,
  limit = 10,
): AsyncGenerator<StoredDocument> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ collection, limit, cursor });
    yield* page.documents;
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
}

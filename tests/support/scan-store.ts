import type { Store, StoredDocument } from "@/lib/store/store";

/** Every document of the store, `limit` at a time. */
export async function scanStore(store: Store, limit = 500): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.scan({ limit, cursor });
    documents.push(...page.documents);
    cursor = page.cursor;
  }
  return documents;
}

/** Every document of the store as one text. */
export async function readWholeStore(store: Store): Promise<string> {
  return (await scanStore(store)).map(({ path, data }) => JSON.stringify([path, data])).join("\n");
}

import type { Filter, Store, StoredDocument } from "@/lib/store/store";

/** Deletes the documents of a collection that fit, a page at a time; `alsoOf` names what goes with one. */
export async function deleteEach(
  store: Store,
  collection: string,
  where: Filter,
  {
    limit = 200,
    alsoOf = () => [],
  }: { limit?: number; alsoOf?: (document: StoredDocument) => string[] } = {},
): Promise<void> {
  for (;;) {
    const { documents, cursor } = await store.list({ collection, where: [where], limit });
    const gone = documents.flatMap((document) => [document.path, ...alsoOf(document)]);
    if (gone.length > 0) await store.batch(gone.map((path) => ({ kind: "delete", path })));
    if (cursor === null) return;
  }
}

import type { Filter, Store, StoredDocument } from "@/lib/store/store";

/** Deletes the documents of a collection that fit, a page at a time, with what else goes with each. */
export async function deleteEach(
  store: Store,
  collection: string,
  where: Filter | null,
  { limit = 100, alsoOf = () => [], before = async () => undefined }: EachOptions = {},
): Promise<void> {
  for (;;) {
    const query = where === null ? {} : { where: [where] };
    const { documents, cursor } = await store.list({ collection, limit, ...query });
    await before(documents);
    const gone = documents.flatMap((document) => [document.path, ...alsoOf(document)]);
    if (gone.length > 0) await store.batch(gone.map((path) => ({ kind: "delete", path })));
    if (cursor === null) return;
  }
}

type EachOptions = {
  limit?: number;
  alsoOf?: (document: StoredDocument) => string[];
  /** Awaited before a page is deleted. */
  before?: (documents: StoredDocument[]) => Promise<unknown>;
};

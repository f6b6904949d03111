import { createPersonData } from "@/lib/data/kept-records";
import { listKept } from "@/lib/features/list-kept";
import { createAllRecords } from "@/lib/features/records";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";

/** What is kept of people in these stores, beside what is found in their documents. */
export function openPersonData(store: Store, blobs: BlobStore) {
  const options = { now: () => 7, settings: {}, shareSecret: "only for these tests" };
  const records = createAllRecords(store, blobs, options);
  return createPersonData(listKept({ store, blobs, records }, []));
}

import type { BlobStore } from "./blobs";
import type { BucketConfig } from "./bucket-blobs";
import { openDiskBlobs } from "./disk-blobs";
import { openEmbeddedStore } from "./embedded";
import type { FirestoreConfig } from "./firestore-config";
import type { Store } from "./store";

/** One member for each driver. */
export type StoreConfig =
  { driver: "embedded"; dataDir: string } | ({ driver: "firestore" } & FirestoreConfig);

/** One member for each driver. */
export type BlobConfig = { driver: "disk"; dataDir: string } | ({ driver: "bucket" } & BucketConfig);

export async function openStore(config: StoreConfig): Promise<Store> {
  switch (config.driver) {
    case "embedded":
      return openEmbeddedStore({ dataDir: config.dataDir });
    case "firestore":
      return (await import("./firestore")).openFirestoreStore(config);
  }
}

export async function openBlobs(config: BlobConfig): Promise<BlobStore> {
  switch (config.driver) {
    case "disk":
      return openDiskBlobs({ dataDir: config.dataDir });
    case "bucket":
      // Loaded where it is used: the vendor's package costs a start what the disk does not.
      return (await import("./bucket-blobs")).openBucketBlobs(config);
  }
}

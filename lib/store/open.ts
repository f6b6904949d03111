import { AppError } from "@/lib/errors";
import type { BlobStore } from "./blobs";
import type { BucketConfig } from "./bucket-blobs";
import { openDiskBlobs } from "./disk-blobs";
import { openEmbeddedStore } from "./embedded";
import type { Store } from "./store";

/** One member for each driver. */
export type StoreConfig = { driver: "embedded"; dataDir: string } | ({ driver: "firestore" } & FirestoreConfig);

/** `emulatorHost` is `host:port`. Without `credentials` the platform's own account is used. */
export type FirestoreConfig = {
  projectId: string;
  credentials?: { clientEmail: string; privateKey: string };
  emulatorHost?: string;
};

/** One member for each driver. */
export type BlobConfig = { driver: "disk"; dataDir: string } | ({ driver: "bucket" } & BucketConfig);

export async function openStore(config: StoreConfig): Promise<Store> {
  switch (config.driver) {
    case "embedded":
      return openEmbeddedStore({ dataDir: config.dataDir });
    case "firestore":
      throw new AppError("configuration", "Firestore is not built in yet.");
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

import type { BlobStore } from "./blobs";
import { openDiskBlobs } from "./disk-blobs";
import { openEmbeddedStore } from "./embedded";
import type { Store } from "./store";

/** One member for each driver. */
export type StoreConfig = { driver: "embedded"; dataDir: string };

export async function openStore(config: StoreConfig): Promise<Store> {
  switch (config.driver) {
    case "embedded":
      return openEmbeddedStore({ dataDir: config.dataDir });
  }
}

export async function openBlobs(config: StoreConfig): Promise<BlobStore> {
  switch (config.driver) {
    case "embedded":
      return openDiskBlobs({ dataDir: config.dataDir });
  }
}

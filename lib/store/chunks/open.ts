import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import type { ChunkIndex } from "./chunk-index";
import { openEmbeddedChunks, type EmbeddedChunksOptions } from "./embedded-chunks";

/** One member for each driver. `blobs`: for several instances, which share store and files. */
export type ChunkIndexConfig =
  ({ driver: "embedded" } & EmbeddedChunksOptions) | { driver: "blobs"; store: Store; blobs: BlobStore };

/** Nothing is opened, and no thread started, before the first call. */
export async function openChunkIndex(config: ChunkIndexConfig): Promise<ChunkIndex> {
  switch (config.driver) {
    case "embedded":
      return openEmbeddedChunks(config);
    case "blobs":
      return (await import("./blob-chunks")).createBlobChunks(config.store, config.blobs);
  }
}

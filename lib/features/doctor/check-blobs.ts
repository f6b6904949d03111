import { AppError } from "@/lib/errors";
import type { BlobStore } from "@/lib/store/blobs";
import type { BlobConfig } from "@/lib/store/open";
import { openBlobs } from "@/lib/store/open";
import type { Finding } from "./finding";
import { toFailure } from "./finding";

/** Puts, reads and deletes one file of its own. */
export async function checkBlobs(config: BlobConfig, newId: () => string): Promise<Finding[]> {
  const check = config.driver === "bucket" ? "bucket" : "files";
  const path = `doctor/${newId()}`;
  let step = "opening";
  let blobs: BlobStore | undefined;
  try {
    blobs = await openBlobs(config);
    step = "writing";
    await blobs.put(path, new TextEncoder().encode(path), { contentType: "text/plain" });
    step = "reading";
    const found = await blobs.find(path);
    if (found === null || new TextDecoder().decode(found.bytes) !== path)
      throw new AppError(
        "store_invalid",
        "What is read differs from what was written. Check that nothing else writes there.",
      );
    step = "deleting";
    await blobs.delete(path);
    return [{ check, status: "ok", text: "a file can be written, read and deleted" }];
  } catch (error) {
    // What was written may be there all the same; where even this fails, the failure before says why.
    await blobs?.delete(path).catch(() => undefined);
    return [toFailure(check, error, step)];
  }
}

import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDiskBlobs } from "@/lib/store/disk-blobs";
import { describeBlobs } from "./blob-contract";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

describeBlobs("disk", () => openDiskBlobs({ dataDir: makeTemporaryFolder() }));

describe("blobs on disk", () => {
  const type = { contentType: "image/png" };

  it("are found again by the next start, which throws away what was left unfinished", async () => {
    const dataDir = makeTemporaryFolder();
    await (await openDiskBlobs({ dataDir })).put("a/b", new Uint8Array([1, 2]), type);
    const left = join(dataDir, "blobs", "~unfinished", "left");
    writeFileSync(left, "half");
    const blobs = await openDiskBlobs({ dataDir });
    expect((await blobs.find("a/b"))?.size).toBe(2);
    expect(existsSync(left)).toBe(false);
  });

  it("leave nothing unfinished behind when they cannot be written, and say so", async () => {
    const dataDir = makeTemporaryFolder();
    const blobs = await openDiskBlobs({ dataDir });
    mkdirSync(join(dataDir, "blobs", "a~file", "in-the-way"), { recursive: true });
    await expect(blobs.put("a", new Uint8Array([1]), type)).rejects.toMatchObject({
      code: "store_unavailable",
    });
    expect(readdirSync(join(dataDir, "blobs", "~unfinished"))).toEqual([]);
  });

  it("that were cut off are reported, not served", async () => {
    const dataDir = makeTemporaryFolder();
    const blobs = await openDiskBlobs({ dataDir });
    await blobs.put("a", new Uint8Array(100), type);
    truncateSync(join(dataDir, "blobs", "a~file"), 60);
    await expect(blobs.find("a")).rejects.toMatchObject({ code: "store_invalid" });
    truncateSync(join(dataDir, "blobs", "a~file"), 0);
    await expect(blobs.find("a")).rejects.toMatchObject({ code: "store_invalid" });
  });

  it("need a folder that can be written", async () => {
    const dataDir = join(makeTemporaryFolder(), "file");
    writeFileSync(dataDir, "");
    await expect(openDiskBlobs({ dataDir })).rejects.toMatchObject({ code: "store_invalid" });
  });
});

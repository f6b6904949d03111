import { describe, expect, it } from "vitest";
import { createFiles } from "@/lib/data/files";
import { openDiskBlobs } from "@/lib/store/disk-blobs";
import { openTestStore } from "@/tests/support/open-test-store";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";

async function openFiles() {
  const dataDir = makeTemporaryFolder();
  const blobs = await openDiskBlobs({ dataDir });
  return { blobs, files: createFiles(await openTestStore(), blobs) };
}
const bytes = new Uint8Array([1, 2, 3]);
const toFile = (fileId: string, conversationId = "c1") => ({
  userId: "u1",
  fileId,
  conversationId,
  bytes,
  mediaType: "image/png",
  name: "图.png",
  createdAt: 1,
});

describe("files", () => {
  it("are saved under an address of ours and given back whole", async () => {
    const { files } = await openFiles();
    expect(await files.save(toFile("f1"))).toBe("/api/files/f1");
    expect(await files.get("u1", "f1")).toEqual({ bytes, mediaType: "image/png", name: "图.png" });
  });

  it("are not there for anybody else", async () => {
    const { files } = await openFiles();
    await files.save(toFile("f1"));
    await expect(files.get("u2", "f1")).rejects.toMatchObject({ code: "not_found" });
  });

  it("are deleted with their conversation, bytes and all, and no others", async () => {
    const { files, blobs } = await openFiles();
    for (const id of ["f1", "f2"]) await files.save(toFile(id));
    await files.save(toFile("f3", "c2"));
    await files.deleteOfConversation("u1", "c1");
    await expect(files.get("u1", "f1")).rejects.toMatchObject({ code: "not_found" });
    expect(await blobs.find("users/u1/files/f2")).toBeNull();
    expect((await files.get("u1", "f3")).bytes).toEqual(bytes);
  });
});

import { describe, expect, it } from "vitest";
import type { BlobStore } from "@/lib/store/blobs";
import { AppError } from "@/lib/errors";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { openTestLibrary, toFile } from "@/tests/support/test-library";

async function open(blobs?: BlobStore) {
  const own = openTestLibrary(await openTestStore(), blobs ?? (await openTestBlobs()));
  const { id } = await own.library.createCollection("u1", { name: "Notes", description: "" });
  return { ...own, collectionId: id };
}

describe("a file's name", () => {
  it.each([
    ["../../etc/passwd", "../../etc/passwd"],
    ["a \"quoted\" 'name'.txt", "a \"quoted\" 'name'.txt"],
    ["\u202egpj.exe.txt", "gpj.exe.txt"],
    ["line\nbreak\u0000.txt", "line break .txt"],
    ["e\u0301.txt", "é.txt"],
    ["报告.txt", "报告.txt"],
    ["half \ud83d.txt", "half \ufffd.txt"],
    ["__proto__", "__proto__"],
  ])("%j is kept as %j", async (given, name) => {
    const { library, collectionId } = await open();
    const { document, reading } = await library.add("u1", toFile(given, "x", collectionId));
    await reading;
    expect((await library.getDocument("u1", collectionId, document.id)).name).toBe(name);
  });

  it.each(["", " ", "\u200b", "x".repeat(201)])("%j is refused", async (name) => {
    const { library, collectionId } = await open();
    await expect(library.add("u1", toFile(name, "x", collectionId))).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("a file", () => {
  it.each([
    ["empty", { ...toFile("a.txt", "") }, "invalid_request"],
    ["a video", { ...toFile("a.mp4", "x") }, "unsupported_media"],
    ["no picture, and called one", { ...toFile("a.png", "x"), mediaType: "image/png" }, "unsupported_media"],
    ["over 20 MB", { ...toFile("a.txt", ""), bytes: new Uint8Array(20_000_001) }, "too_large"],
  ])("that is %s is refused, and nothing of it is kept", async (_what, file, code) => {
    const { library, records } = await open();
    await expect(library.add("u1", file)).rejects.toMatchObject({ code });
    expect(await records.documents.countBytes("u1")).toBe(0);
  });

  it("without words is refused as such, a picture is not", async () => {
    const { library, collectionId } = await open();
    const blank = await library.add("u1", toFile("a.txt", "  ", collectionId));
    await blank.reading;
    expect((await library.getText("u1", blank.document.id)).document.error).toBe("no_text");
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const picture = await library.add("u1", { ...toFile("a.png", ""), bytes: png });
    await picture.reading;
    expect((await library.getText("u1", picture.document.id)).document).toMatchObject({
      ...{ kind: "image", mediaType: "image/png" },
    });
  });

  it("that the disk has no room for leaves nothing behind, and takes no space", async () => {
    const blobs = await openTestBlobs();
    const full = {
      ...blobs,
      put: () => Promise.reject(new AppError("store_unavailable", "The disk is full.")),
    };
    const { library, records, collectionId } = await open(full);
    await expect(library.add("u1", toFile("a.txt", "x", collectionId))).rejects.toMatchObject({
      code: "store_unavailable",
    });
    expect(await records.documents.countBytes("u1")).toBe(0);
    expect((await library.listDocuments("u1", collectionId, { limit: 10 })).documents).toEqual([]);
  });

  it("whose text the disk has no room for is tried again, and read once there is", async () => {
    const blobs = await openTestBlobs();
    let isFull = true;
    const own = await open({
      ...blobs,
      put: (path, ...rest) =>
        isFull && path.endsWith("/text")
          ? Promise.reject(new AppError("store_unavailable", "The disk is full."))
          : blobs.put(path, ...rest),
    });
    const { document, reading } = await own.library.add("u1", toFile("a.txt", "One.", own.collectionId));
    await reading;
    expect((await own.library.getText("u1", document.id)).document.status).toBe("waiting");
    isFull = false;
    await own.sweepAfter(60_000);
    expect((await own.library.getText("u1", document.id)).text).toBe("One.");
  });
});

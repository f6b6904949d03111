import { describe, expect, it, onTestFinished } from "vitest";
import { AppError } from "@/lib/errors";
import type { BlobStore } from "@/lib/store/blobs";
import { openChunkIndex } from "@/lib/store/chunks/open";
import type { Store } from "@/lib/store/store";
import { toDocument } from "@/tests/support/both-indexes";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";

const signal = new AbortController().signal;
const tea = { scopes: ["s"], tokens: ["tea"], documentIds: null, limit: 100, offset: 0 };

async function openIndex(store: Store, blobs: BlobStore) {
  const index = await openChunkIndex({ driver: "blobs", store, blobs });
  onTestFinished(() => index.close());
  return index;
}

async function listFiles(blobs: BlobStore): Promise<string[]> {
  return (await blobs.list({ limit: 1000 })).blobs.map(({ path }) => path.split("/").at(-1) ?? "");
}

describe("the index of files", () => {
  it("lets one instance find what another one puts, replaces and deletes", async () => {
    const [store, blobs] = [await openTestStore(), await openTestBlobs()];
    const [one, other] = [await openIndex(store, blobs), await openIndex(store, blobs)];
    await one.put("s", toDocument("d", ["tea one"]));
    expect((await other.search(tea, signal)).hits).toMatchObject([{ text: "tea one" }]);
    await one.put("s", toDocument("d", ["tea two"]));
    expect((await other.search(tea, signal)).hits).toMatchObject([{ text: "tea two" }]);
    expect(await listFiles(blobs)).toEqual(["segment", "texts"]);
    await one.deleteScope("s");
    expect((await other.search(tea, signal)).total).toBe(0);
    await one.put("s", toDocument("d", ["tea three"]));
    expect((await other.search(tea, signal)).hits).toMatchObject([{ text: "tea three" }]);
  });

  it("keeps the old document, and no file of the new one, where a file cannot be written", async () => {
    const [store, blobs] = [await openTestStore(), await openTestBlobs()];
    await (await openIndex(store, blobs)).put("s", toDocument("d", ["tea old"]));
    const put: BlobStore["put"] = (path, ...rest) =>
      path.endsWith("texts")
        ? Promise.reject(new AppError("store_unavailable", "The disk is full."))
        : blobs.put(path, ...rest);
    const full = await openIndex(store, { ...blobs, put });
    await expect(full.put("s", toDocument("d", ["tea new"]))).rejects.toMatchObject({
      code: "store_unavailable",
    });
    expect((await full.search(tea, signal)).hits).toMatchObject([{ text: "tea old" }]);
    expect(await listFiles(blobs)).toEqual(["segment", "texts"]);
  });

  it("leaves nothing of a document that is deleted while it is put, and says so", async () => {
    const [store, blobs] = [await openTestStore(), await openTestBlobs()];
    const other = await openIndex(store, blobs);
    const put: BlobStore["put"] = async (...args) => {
      await blobs.put(...args);
      await other.delete("s", "d");
    };
    const slow = await openIndex(store, { ...blobs, put });
    await expect(slow.put("s", toDocument("d", ["tea"]))).rejects.toMatchObject({ code: "conflict" });
    expect((await other.search(tea, signal)).total).toBe(0);
    expect(await listFiles(blobs)).toEqual([]);
  });

  it("removes with the document what a put that died has left", async () => {
    const [store, blobs] = [await openTestStore(), await openTestBlobs()];
    const written = Promise.withResolvers<null>();
    const put: BlobStore["put"] = async (...args) => {
      await blobs.put(...args);
      written.resolve(null);
      return new Promise(() => undefined);
    };
    void (await openIndex(store, { ...blobs, put })).put("s", toDocument("d", ["tea"]));
    await written.promise;
    const other = await openIndex(store, blobs);
    expect(await listFiles(blobs)).not.toEqual([]);
    expect(await other.listDocuments("s")).toEqual([]);
    await other.delete("s", "d");
    await expect.poll(() => listFiles(blobs)).toEqual([]);
  });
});

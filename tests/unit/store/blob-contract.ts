import { beforeEach, describe, expect, it } from "vitest";
import type { BlobStore } from "@/lib/store/blobs";

const png = { contentType: "image/png" };

/** What every driver for files promises. `open` gives an empty one. */
export function describeBlobs(name: string, open: () => Promise<BlobStore>): void {
  describe(`${name} blobs`, () => {
    let blobs: BlobStore;
    beforeEach(async () => {
      blobs = await open();
    });

    it("finds the bytes and the type that were put", async () => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => (n * 7) % 256);
      await blobs.put("users/u1/images/i1", bytes, { contentType: "image/png; note=x" });
      expect(await blobs.find("users/u1/images/i1")).toEqual({
        bytes,
        contentType: "image/png; note=x",
        size: 70_000,
      });
    });

    it("finds nothing where nothing is", async () => {
      await blobs.put("users/u1/images/i1", new Uint8Array([1]), png);
      expect(await blobs.find("users/u1/images/i2")).toBeNull();
      expect(await blobs.find("users/u1/images")).toBeNull();
      expect(await blobs.find("nobody")).toBeNull();
    });

    it("keeps an empty file", async () => {
      await blobs.put("a", new Uint8Array(0), png);
      expect(await blobs.find("a")).toEqual({ bytes: new Uint8Array(0), contentType: "image/png", size: 0 });
    });

    it("replaces a file with its type", async () => {
      await blobs.put("a", new TextEncoder().encode("a long first text"), png);
      await blobs.put("a", new Uint8Array([10, 10]), { contentType: "text/plain" });
      expect(await blobs.find("a")).toEqual({
        bytes: new Uint8Array([10, 10]),
        contentType: "text/plain",
        size: 2,
      });
    });

    it("leaves one whole file when several are put at once", async () => {
      const puts = Array.from({ length: 10 }, (_, n) => blobs.put("a/b", new Uint8Array(5000).fill(n), png));
      await Promise.all(puts);
      const found = await blobs.find("a/b");
      expect(new Set(found?.bytes).size).toBe(1);
      expect(found?.size).toBe(5000);
    });

    it("keeps a file beside files below the same name", async () => {
      await blobs.put("a/b", new Uint8Array([1]), png);
      await blobs.put("a/b/c", new Uint8Array([2]), png);
      await blobs.put("a", new Uint8Array([3]), png);
      expect([
        (await blobs.find("a/b"))?.bytes[0],
        (await blobs.find("a/b/c"))?.bytes[0],
        (await blobs.find("a"))?.bytes[0],
      ]).toEqual([1, 2, 3]);
    });

    it("deletes a file, and again without an error, and nothing below it", async () => {
      await blobs.put("a", new Uint8Array([1]), png);
      await blobs.put("a/b", new Uint8Array([2]), png);
      await blobs.delete("a");
      await blobs.delete("a");
      expect(await blobs.find("a")).toBeNull();
      expect(await blobs.find("a/b")).not.toBeNull();
    });

    it("deletes a tree with everything below it and nothing beside it", async () => {
      const inside = ["users/u1", "users/u1/i1", "users/u1/deep/i2"];
      const beside = ["users/u10", "users/u10/i1", "users/u", "users"];
      await Promise.all([...inside, ...beside].map((path) => blobs.put(path, new Uint8Array([1]), png)));
      await blobs.deleteTree("users/u1");
      await blobs.deleteTree("users/nobody");
      const found = await Promise.all([...inside, ...beside].map((path) => blobs.find(path)));
      expect(found.map((each) => each !== null)).toEqual([false, false, false, true, true, true, true]);
    });

    it("lists all files page by page in the order of their paths, with their sizes", async () => {
      const paths = ["a", "a-b", "a.b/c", "a/b", "a/b/c", "a0", "A", "users/u1/files/f1", "users/u10", "b"];
      await Promise.all(
        paths.map((path, n) => blobs.put(path, new Uint8Array(n), { contentType: 'a/b; note="x"' })),
      );
      expect(await listAll(blobs, 3)).toEqual(
        [...paths].sort().map((path) => ({ path, size: paths.indexOf(path) })),
      );
    });

    it("gives a last page that is full no cursor, and an empty store no files", async () => {
      expect(await blobs.list({ limit: 10 })).toEqual({ blobs: [], cursor: null });
      await Promise.all(["a", "b"].map((path) => blobs.put(path, new Uint8Array([1]), png)));
      expect((await blobs.list({ limit: 2 })).cursor).toBeNull();
      expect((await blobs.list({ limit: 1 })).cursor).toBe("a");
    });

    it("goes on after a file that is no longer there", async () => {
      await Promise.all(["a", "a/b", "c"].map((path) => blobs.put(path, new Uint8Array([1]), png)));
      await blobs.delete("a/b");
      expect(await blobs.list({ cursor: "a/b", limit: 5 })).toEqual({
        blobs: [{ path: "c", size: 1 }],
        cursor: null,
      });
    });

    it.each([{ limit: 0 }, { limit: 1001 }, { limit: 1.5 }, { limit: 1, cursor: "../a" }])(
      "refuses the page %j",
      async (page) => {
        await expect(blobs.list(page)).rejects.toMatchObject({ code: "invalid_request" });
      },
    );

    it.each([
      "",
      "/",
      "/etc/passwd",
      "..",
      "../a",
      "a/../../b",
      "a/..",
      ".",
      "a//b",
      "a/",
      "a\\b",
      "a%2f..",
      "a\0",
      "~unfinished/x",
      "a~file",
    ])("refuses the path %j", async (path) => {
      const refused = { code: "invalid_request" };
      await expect(blobs.put(path, new Uint8Array([1]), png)).rejects.toMatchObject(refused);
      await expect(blobs.find(path)).rejects.toMatchObject(refused);
      await expect(blobs.delete(path)).rejects.toMatchObject(refused);
      await expect(blobs.deleteTree(path)).rejects.toMatchObject(refused);
    });

    it.each(["", "text/plain\r\nSet-Cookie: a=b", `text/${"x".repeat(300)}`])(
      "refuses the type %j",
      async (contentType) => {
        await expect(blobs.put("a", new Uint8Array([1]), { contentType })).rejects.toMatchObject({
          code: "invalid_request",
        });
      },
    );
  });
}

async function listAll(blobs: BlobStore, limit: number): Promise<{ path: string; size: number }[]> {
  const found: { path: string; size: number }[] = [];
  let cursor: string | null = null;
  do {
    const page = await blobs.list(cursor === null ? { limit } : { cursor, limit });
    expect(page.blobs.length).toBeLessThanOrEqual(limit);
    found.push(...page.blobs);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

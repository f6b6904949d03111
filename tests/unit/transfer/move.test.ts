import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openBucketBlobs } from "@/lib/store/bucket-blobs";
import { countAll } from "@/lib/features/transfer/source";
import { startStorageServer } from "@/tests/support/storage-server";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { exportPlace, fillPlace, importInto, never, openPlace, readPlace } from "./places";

describe("moving", () => {
  it.each(["export.jsonl", "export.jsonl.gz"])(
    "brings every document and file unchanged by %s into another store",
    async (name) => {
      const [from, to] = [await openPlace(), await openPlace()];
      await fillPlace(from, { documents: 1000, files: 20 });
      const file = await exportPlace(from, join(makeTemporaryFolder(), name));
      const { totals, written } = await importInto(to, file);
      expect(await readPlace(to)).toEqual(await readPlace(from));
      expect(written).toEqual({ documents: 1000, blobs: 20 });
      expect(totals).toEqual(await countAll(from, never));
    },
  );

  it("gives the same lines from the second store as from the first", async () => {
    const [from, to] = [await openPlace(), await openPlace()];
    await fillPlace(from, { documents: 300, files: 5 });
    const first = await exportPlace(from);
    await importInto(to, first);
    expect(readFileSync(await exportPlace(to), "utf8")).toBe(readFileSync(first, "utf8"));
  });

  it("moves an empty store", async () => {
    const to = await openPlace();
    const { totals } = await importInto(to, await exportPlace(await openPlace()));
    expect(totals.documents.count + totals.blobs.count).toBe(0);
    expect(await readPlace(to)).toEqual(new Map());
  });

  it("brings files from the disk into a bucket and back", async () => {
    const server = await startStorageServer({ pageSize: 7 });
    const bucket = openBucketBlobs({
      bucket: server.bucket,
      projectId: "test-project",
      endpoint: server.origin,
    });
    const [from, inCloud, back] = [
      await openPlace(),
      { ...(await openPlace()), blobs: bucket },
      await openPlace(),
    ];
    await fillPlace(from, { documents: 10, files: 25 });
    await importInto(inCloud, await exportPlace(from));
    await importInto(back, await exportPlace(inCloud));
    expect(await readPlace(back)).toEqual(await readPlace(from));
    await server.stop();
  });

  it("fails while the bucket is away and goes on when it is back", async () => {
    const server = await startStorageServer();
    const bucket = openBucketBlobs({
      bucket: server.bucket,
      projectId: "test-project",
      endpoint: server.origin,
      retryDelaysMs: [1],
    });
    const [from, to] = [{ ...(await openPlace()), blobs: bucket }, await openPlace()];
    await fillPlace(from, { documents: 20, files: 20 });
    const file = join(makeTemporaryFolder(), "export.jsonl");
    await server.stop();
    await expect(exportPlace(from, file)).rejects.toMatchObject({ code: "store_unavailable" });
    await server.start();
    await importInto(to, await exportPlace(from, file));
    expect(await readPlace(to)).toEqual(await readPlace(from));
    await server.stop();
  });

  it("leaves out who is signed in, links that work once and counted failures", async () => {
    const from = await openPlace();
    await fillPlace(from, { documents: 3, files: 0 });
    const gone = ["auth-sessions/x", "users/u1/sessions/x", "auth-verifications/x", "auth-attempts/x"];
    for (const path of gone) await from.store.set(path, { token: "secret-token" });
    await from.store.set("users/u1/conversations/sessions", { title: "kept" });
    const file = await exportPlace(from);
    expect(readFileSync(file, "utf8")).not.toContain("secret-token");
    const to = await openPlace();
    expect((await importInto(to, file)).totals.documents.count).toBe(4);
  });

  it("leaves a file that only its owner can read, and no partial one", async () => {
    const from = await openPlace();
    await fillPlace(from, { documents: 3, files: 1 });
    const [plain, packed] = [
      await exportPlace(from),
      await exportPlace(from, join(makeTemporaryFolder(), "a.gz")),
    ];
    expect([plain, packed].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(
      [`${plain}.partial`, `${packed}.partial`, `${packed}.partial.gz`].map((file) =>
        statSync(file, { throwIfNoEntry: false }),
      ),
    ).toEqual([undefined, undefined, undefined]);
    expect(gunzipSync(readFileSync(packed)).equals(readFileSync(plain))).toBe(true);
  });

  it("ends with the hash of all that stands before, which other programs can compute too", async () => {
    const from = await openPlace();
    await fillPlace(from, { documents: 50, files: 2 });
    const text = readFileSync(await exportPlace(from), "utf8");
    const footerAt = text.lastIndexOf("\n", text.length - 2) + 1;
    const footer = JSON.parse(text.slice(footerAt)) as { sha256: string };
    expect(createHash("sha256").update(text.slice(0, footerAt)).digest("hex")).toBe(footer.sha256);
  });

  it("overwrites no file", async () => {
    const from = await openPlace();
    const file = await exportPlace(from);
    await expect(exportPlace(from, file)).rejects.toMatchObject({ code: "already_exists" });
  });

  it("says so when the file cannot be written or is not there", async () => {
    const place = await openPlace();
    await expect(exportPlace(place, "/nowhere/at/all")).rejects.toMatchObject({
      code: "invalid_request",
      message: "/nowhere/at/all cannot be written (ENOENT).",
    });
    await expect(importInto(place, "/nowhere/at/all")).rejects.toMatchObject({ code: "not_found" });
  });
});

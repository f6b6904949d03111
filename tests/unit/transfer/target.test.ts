import { beforeEach, describe, expect, it } from "vitest";
import { importFromFile } from "@/lib/features/transfer/import-file";
import type { Stores } from "@/lib/features/transfer/source";
import { exportPlace, fillPlace, importInto, openPlace, readPlace } from "./places";

let from: Stores;
let to: Stores;
let file: string;

beforeEach(async () => {
  [from, to] = [await openPlace(), await openPlace()];
  await fillPlace(from, { documents: 300, files: 4 });
  file = await exportPlace(from);
});

describe("a store that holds other data", () => {
  it.each([
    ["a document", (place: Stores) => place.store.set("users/other", { mine: true })],
    [
      "a file",
      (place: Stores) => place.blobs.put("users/other/f", new Uint8Array([1]), { contentType: "image/png" }),
    ],
  ])("is refused and left as it is when that is %s", async (_what, fill) => {
    await fill(to);
    const before = await readPlace(to);
    await expect(importInto(to, file)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("--merge"),
    });
    expect(await readPlace(to)).toEqual(before);
  });

  it("takes the file beside what it has when asked to merge", async () => {
    await to.store.set("users/other", { mine: true });
    await to.store.set("users/u0", { old: true });
    await to.blobs.put("users/other/f", new Uint8Array([1]), { contentType: "image/png" });
    const { written } = await importInto(to, file, { merge: true });
    expect(written).toEqual({ documents: 300, blobs: 4 });
    const expected = new Map([
      ...(await readPlace(from)),
      ["users/other", { mine: true }],
      ["file users/other/f", await to.blobs.find("users/other/f")],
    ]);
    expect(await readPlace(to)).toEqual(expected);
  });

  it("may hold sessions of its own", async () => {
    await to.store.set("auth-sessions/s1", { token: "t" });
    await importInto(to, file);
    expect((await to.store.find("auth-sessions/s1"))?.data).toEqual({ token: "t" });
  });
});

describe("a second import of the same file", () => {
  it("writes nothing", async () => {
    await importInto(to, file);
    expect((await importInto(to, file)).written).toEqual({ documents: 0, blobs: 0 });
    expect((await importInto(to, file, { merge: true })).written).toEqual({ documents: 0, blobs: 0 });
  });

  it("is refused when the store has changed since", async () => {
    await importInto(to, file);
    await to.store.update("users/u0", { z: 5 });
    await expect(importInto(to, file)).rejects.toMatchObject({ code: "conflict" });
  });
});

/** Ends the import after its first step of writing. */
async function stopImport(): Promise<void> {
  const stop = new AbortController();
  const onProgress = (step: string) => step === "writing" && stop.abort();
  const stopped = importFromFile({
    openPlace: async () => to,
    file,
    merge: false,
    signal: stop.signal,
    onProgress,
  });
  await expect(stopped).rejects.toMatchObject({ code: "aborted" });
}

describe("an import that was stopped", () => {
  it("goes on with what is missing", async () => {
    await stopImport();
    const there = (await readPlace(to)).size - 1;
    expect(there).toBe(200);
    expect((await importInto(to, file)).written).toEqual({ documents: 100, blobs: 4 });
    expect(await readPlace(to)).toEqual(await readPlace(from));
  });

  it("keeps the store from another file", async () => {
    await stopImport();
    await from.store.set("users/new", {});
    const message = expect.stringContaining("An import of another file into this store was not finished");
    await expect(importInto(to, await exportPlace(from))).rejects.toMatchObject({
      code: "conflict",
      message,
    });
  });
});

describe("an import into a store that somebody else writes into", () => {
  it("is reported as different, and right after the same command once more without them", async () => {
    const onProgress = (step: string) => void (step === "writing" && to.store.set("users/late", {}));
    await expect(
      importFromFile({
        openPlace: async () => to,
        file,
        merge: false,
        signal: new AbortController().signal,
        onProgress,
      }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(
        "301 documents and 4 files were found, 300 documents and 4 files were expected",
      ),
    });
    await to.store.delete("users/late");
    expect((await importInto(to, file)).written).toEqual({ documents: 0, blobs: 0 });
  });
});

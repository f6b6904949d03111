import { describe, expect, it } from "vitest";
import type { BlobStore } from "@/lib/store/blobs";
import { bothStores } from "@/tests/support/both-stores";
import { killAfterWrites } from "@/tests/support/dying-process";
import { openTestBlobs } from "@/tests/support/open-test-store";
import { openTestLibrary, toFile, type TestLibrary } from "@/tests/support/test-library";

const day = 86_400_000;
/** More writes than any of the acts takes; each is tried with a kill after none, one, two, … */
const mostWrites = 14;

type Act = {
  name: string;
  run: (process: TestLibrary, collectionId: string, id: string) => Promise<unknown>;
};
const acts: Act[] = [
  {
    name: "adding and reading a file",
    run: async ({ library }, collectionId) =>
      (await library.add("u1", toFile("new.txt", "New.", collectionId))).reading,
  },
  {
    name: "replacing a document",
    run: async ({ library }, collectionId) =>
      (await library.add("u1", toFile("old.txt", "Newer.", collectionId))).reading,
  },
  {
    name: "a file that comes in parts",
    async run({ library }, collectionId) {
      const about = { name: "new.txt", mediaType: "", bytes: 4, collectionId };
      const { uploadId } = await library.beginUpload("u1", about);
      await library.putPart("u1", uploadId, 1, new TextEncoder().encode("New."));
      await (
        await library.completeUpload("u1", uploadId)
      ).reading;
    },
  },
  {
    name: "renaming and tagging a document",
    run: async ({ library }, _collectionId, id) =>
      (await library.change("u1", id, { name: "new.txt", tags: ["x"] })).reading,
  },
  { name: "deleting a document", run: ({ library }, _collectionId, id) => library.delete("u1", id) },
  {
    name: "deleting a collection",
    run: async ({ library }, collectionId) => (await library.deleteCollection("u1", collectionId)).clearing,
  },
];

describe.each(bothStores)("a process that is killed on $name", ({ openStore }) => {
  it.each(acts)(
    "anywhere in $name leaves what the next one brings in order",
    async ({ run }) => {
      const store = await openStore();
      let end = "";
      let writes = 0;
      for (; end !== "done" && writes <= mostWrites; writes += 1) {
        const [blobs, indexed, clock] = [await openTestBlobs(), new Map(), { now: 1_000 }];
        await store.deleteTree("users/u1");
        for (const { path } of (await store.list({ collection: "jobs", limit: 100 })).documents)
          await store.delete(path);
        const before = openTestLibrary(store, blobs, { indexed, clock });
        const { id: collectionId } = await before.library.createCollection("u1", {
          name: "Notes",
          description: "",
        });
        const { document, reading } = await before.library.add("u1", toFile("old.txt", "Old.", collectionId));
        await reading;

        const dying = killAfterWrites(store, blobs, writes);
        const process = openTestLibrary(dying.store, dying.blobs, { indexed, clock });
        end = await Promise.race([run(process, collectionId, document.id).then(() => "done"), dying.died]);

        const next = openTestLibrary(store, blobs, { indexed, clock });
        await next.sweepAfter(day + 1);
        await next.sweepAfter(day);
        await expectOrder(next, blobs);
      }
      expect(end).toBe("done");
      expect(writes).toBeGreaterThan(2);
    },
    300_000,
  );
});

/** Every record is read and found, nothing else is kept, and all counts are right. */
async function expectOrder({ library, records, indexed }: TestLibrary, blobs: BlobStore): Promise<void> {
  const { documents } = await records.documents.list("u1", { limit: 100 });
  expect(documents.map(({ record }) => record.status)).toEqual(documents.map(() => "ready"));
  const files = documents.flatMap(({ record: { version } }) =>
    ["source", "text"].map((name) => `users/u1/documents/${version}/${name}`),
  );
  expect((await blobs.list({ limit: 100 })).blobs.map(({ path }) => path)).toEqual(files.sort());
  const texts = documents.map(async ({ id, record }) => [
    `collections/u1/${record.collectionId}#${id}`,
    { text: (await library.getText("u1", id)).text, attributes: record.tags.join() },
  ]);
  expect(Object.fromEntries(indexed)).toEqual(Object.fromEntries(await Promise.all(texts)));
  const { collections, storage } = await library.listCollections("u1");
  const bytes = documents.reduce((sum, { record }) => sum + record.bytes, 0);
  expect(storage.bytes).toBe(bytes);
  const own = collections
    .filter(({ isOwn }) => isOwn)
    .map(({ documents: count, bytes: all }) => [count, all]);
  expect(own).toEqual(own.map(() => [documents.length, bytes]));
  expect((await records.jobs.listDue(Infinity, 100)).map(({ kind }) => kind)).toEqual([]);
}

import { openPersonData } from "@/tests/support/person-data";
import { describe, expect, it } from "vitest";
import { decodeText } from "@/lib/net/documents/decode-text";
import { uploadPartBytes, type DocumentChange } from "@/lib/features/documents/shape/documents";
import { sentFilesId } from "@/lib/features/documents/shape/own-collections";
import { bothStores } from "@/tests/support/both-stores";
import { openTestBlobs } from "@/tests/support/open-test-store";
import {
  openTestLibrary,
  toFile,
  type TestLibrary,
  type TestLibraryOptions,
} from "@/tests/support/test-library";

const day = 86_400_000;

async function listBlobs(blobs: Awaited<ReturnType<typeof openTestBlobs>>): Promise<string[]> {
  return (await blobs.list({ limit: 1_000 })).blobs.map(({ path }) => path);
}

describe.each(bothStores)("the library on $name", ({ openStore }) => {
  async function open(options: TestLibraryOptions = {}) {
    const [store, blobs] = [await openStore(), await openTestBlobs()];
    const own = openTestLibrary(store, blobs, options);
    const { id } = await own.library.createCollection("u1", { name: "Notes", description: "" });
    return { ...own, store, blobs, collectionId: id };
  }
  async function add(own: TestLibrary, file: ReturnType<typeof toFile>) {
    const { document, reading } = await own.library.add("u1", file);
    await reading;
    return document.id;
  }

  it("reads what is added to a collection, counts it, and gives its text", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "One.\n\nTwo.", own.collectionId));
    expect(await own.library.getDocument("u1", own.collectionId, id)).toMatchObject({
      ...{ status: "ready", progress: 1, chunks: 2, words: 2, pages: 1, isWordsOnly: true },
    });
    const [collection] = (await own.library.listCollections("u1")).collections;
    expect(collection).toMatchObject({ documents: 1, chunks: 2, bytes: 10 });
    expect((await own.library.getText("u1", id)).text).toBe("One.\n\nTwo.");
    expect([...own.indexed.keys()]).toEqual([`collections/u1/${own.collectionId}#${id}`]);
  });

  it("lists, searches and deletes the files that were sent with messages", async () => {
    const own = await open();
    await add(own, toFile("kept.txt", "Kept.", own.collectionId));
    const ids: string[] = [];
    for (const name of ["first.txt", "second.txt"]) {
      own.clock.now += 1;
      ids.push(await add(own, toFile(name, name)));
    }
    const list = async () =>
      (await own.library.listDocuments("u1", sentFilesId, { limit: 10 })).documents.map(({ name }) => name);
    expect(await list()).toEqual(["second.txt", "first.txt"]);
    expect((await own.library.listDocuments("u2", sentFilesId, { limit: 10 })).documents).toEqual([]);
    expect((await own.library.getCollection("u1", sentFilesId)).documents).toBe(1);
    const asked = {
      query: "second",
      collections: [sentFilesId],
      strategy: "keyword" as const,
      limit: 5,
      offset: 0,
    };
    await own.library.search("u1", asked, new AbortController().signal);
    expect(own.searched.at(-1)).toEqual(ids.toReversed().map((id) => `files/u1/${id}`));
    await own.library.delete("u1", ids[1] ?? "");
    expect(await list()).toEqual(["first.txt"]);
  });

  it("reads a file again in the encoding that its person says, and keeps to it", async () => {
    const seen: string[] = [];
    const own = await open({
      readFile: ({ bytes, mediaType, name }) => {
        seen.push(mediaType);
        const about = { kind: "text" as const, title: name, pages: [], isCut: false };
        return Promise.resolve({ ...about, markdown: decodeText(bytes, mediaType) });
      },
    });
    const bytes = new Uint8Array([0xe9, 0xe7, 0xe8]);
    const file = { name: "czech.txt", mediaType: "text/plain", bytes, collectionId: own.collectionId };
    const id = await add(own, { ...file });
    const say = async (encoding: DocumentChange["encoding"]) => {
      await (
        await own.library.change("u1", id, { encoding })
      ).reading;
      return (await own.library.getText("u1", id)).text;
    };
    expect(await say("windows-1250")).toBe("éçč");
    await (
      await own.library.change("u1", id, { readAgain: true })
    ).reading;
    expect((await own.library.getText("u1", id)).document.encoding).toBe("windows-1250");
    expect(await say("ibm866")).toBe("щчш");
    expect(await say("")).not.toBe("щчш");
    expect(seen.slice(1, 3)).toEqual(["text/plain; charset=windows-1250", "text/plain; charset=ibm866"]);
  });

  it("indexes every document again where the index has an older form", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "One.", own.collectionId));
    await own.library.prepareHandbook(new AbortController().signal);
    const mark = await own.records.handbookMark.find();
    await own.records.handbookMark.set({ hash: "", chunks: 1, ...mark, form: 1 });
    const key = `collections/u1/${own.collectionId}#${id}`;
    own.indexed.set(key, { text: "of the older form", attributes: "" });
    const later = openTestLibrary(own.store, own.blobs, { indexed: own.indexed });
    await later.library.prepareHandbook(new AbortController().signal);
    await later.sweepAfter(1_000);
    expect(own.indexed.get(key)?.text).toBe("One.");
  });

  it("lists a collection page by page, and goes on from a cursor after more were added", async () => {
    const own = await open();
    for (const name of ["a", "b", "c"]) {
      own.clock.now += 1;
      await add(own, toFile(name, name, own.collectionId));
    }
    const first = await own.library.listDocuments("u1", own.collectionId, { limit: 2 });
    own.clock.now += 1;
    await add(own, toFile("d", "d", own.collectionId));
    const cursor = first.cursor ?? undefined;
    const rest = await own.library.listDocuments("u1", own.collectionId, { limit: 2, cursor });
    expect([...first.documents, ...rest.documents].map(({ name }) => name)).toEqual(["c", "b", "a"]);
    expect(rest.cursor).toBeNull();
  });

  it("replaces a document of the same name, and keeps the old text until the new one is read", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "Old.", own.collectionId));
    await add(own, toFile("a.txt", "broken", own.collectionId));
    expect((await own.library.getText("u1", id)).text).toBe("Old.");
    expect(await own.library.getDocument("u1", own.collectionId, id)).toMatchObject({
      status: "failed",
      error: "broken",
    });
    expect(await add(own, toFile("a.txt", "New and longer.", own.collectionId))).toBe(id);
    expect((await own.library.getText("u1", id)).text).toBe("New and longer.");
    await own.sweepAfter(2 * day);
    expect(await listBlobs(own.blobs)).toHaveLength(2);
    expect((await own.library.listCollections("u1")).storage.bytes).toBe(15);
  });

  it("makes one document of two uploads of one name at once", async () => {
    const own = await open();
    const both = await Promise.all(
      ["First.", "Second."].map((text) => own.library.add("u1", toFile("a.txt", text, own.collectionId))),
    );
    await Promise.all(both.map(({ reading }) => reading));
    await own.sweepAfter(1);
    const { documents } = await own.library.listDocuments("u1", own.collectionId, { limit: 10 });
    expect(documents).toMatchObject([{ status: "ready" }]);
    const { text } = await own.library.getText("u1", documents[0]?.id ?? "");
    expect([...own.indexed.values()].map((entry) => entry.text)).toEqual([text]);
    await own.sweepAfter(2 * day);
    expect((await own.library.listCollections("u1")).storage.bytes).toBe(text.length);
  });

  it("refuses what does not fit into a person's space, before anything of it is kept", async () => {
    const own = await open({ limitBytes: 10 });
    const id = await add(own, toFile("a.txt", "12345678", own.collectionId));
    await expect(own.library.add("u1", toFile("b.txt", "123", own.collectionId))).rejects.toMatchObject({
      code: "quota_exhausted",
    });
    expect(await listBlobs(own.blobs)).toHaveLength(2);
    await own.library.delete("u1", id);
    expect(await add(own, toFile("b.txt", "123", own.collectionId))).not.toBe(id);
  });

  it("deletes a document with its files, chunks, counts, name and space", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "One.", own.collectionId));
    await own.library.delete("u1", id);
    expect(await listBlobs(own.blobs)).toEqual([]);
    expect(own.indexed.size).toBe(0);
    const { collections, storage } = await own.library.listCollections("u1");
    expect(collections[0]).toMatchObject({ documents: 0, chunks: 0, bytes: 0 });
    expect(storage.bytes).toBe(0);
    expect(await add(own, toFile("a.txt", "Again.", own.collectionId))).not.toBe(id);
  });

  it("says what was recognized in its pictures, until it is replaced", async () => {
    const recognized = { pages: [2], unsure: [2], languages: ["eng"] };
    const scan = { kind: "pdf" as const, title: "a", markdown: "Text.", pages: [0], isCut: false };
    const readings = [{ ...scan, recognized }, scan];
    const own = await open({ readFile: () => Promise.resolve(readings.shift() ?? scan) });
    const find = async () =>
      own.library.getDocument(
        "u1",
        own.collectionId,
        await add(own, toFile("a.pdf", "%PDF-", own.collectionId)),
      );
    expect(await find()).toMatchObject({ status: "ready", recognized });
    expect(await find()).not.toHaveProperty("recognized");
  });

  it("leaves nothing of a document that is deleted while it is read", async () => {
    const { promise: isReading, resolve: tellReading } = Promise.withResolvers<void>();
    const { promise: text, resolve: giveText } = Promise.withResolvers<string>();
    const own = await open({
      async readFile({ name }) {
        tellReading();
        return {
          ...{ kind: "text", title: name, pages: [], isCut: false },
          markdown: await text,
        };
      },
    });
    const { document, reading } = await own.library.add("u1", toFile("a.txt", "One.", own.collectionId));
    await isReading;
    await own.library.delete("u1", document.id);
    giveText("Late.");
    await reading;
    await own.sweepAfter(2 * day);
    expect(await listBlobs(own.blobs)).toEqual([]);
    expect(own.indexed.size).toBe(0);
  });

  it("deletes a collection with all that is in it", async () => {
    const own = await open();
    for (const name of ["a", "b", "c"]) await add(own, toFile(name, name, own.collectionId));
    await (
      await own.library.deleteCollection("u1", own.collectionId)
    ).clearing;
    expect(await listBlobs(own.blobs)).toEqual([]);
    expect(own.indexed.size).toBe(0);
    await own.sweepAfter(2 * day);
    const left = (await own.store.scan({ limit: 100 })).documents.map(({ path }) => path);
    expect(left).toEqual(["users/u1/usage/storage"]);
    expect((await own.library.listCollections("u1")).storage.bytes).toBe(0);
  });

  it("renames, tags and dates a document, and the index hears of it", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "One.", own.collectionId));
    await add(own, toFile("b.txt", "Two.", own.collectionId));
    const change = { name: "c.txt", tags: ["x"], author: "Ann", date: "2026-01-02", isOwnText: true };
    const { document, reading } = await own.library.change("u1", id, change);
    await reading;
    expect(document).toMatchObject({ ...change, title: "c.txt" });
    expect(own.indexed.get(`collections/u1/${own.collectionId}#${id}`)?.attributes).toBe("x");
    await expect(own.library.change("u1", id, { name: "b.txt" })).rejects.toMatchObject({
      code: "already_exists",
    });
    expect(await add(own, toFile("a.txt", "Free again.", own.collectionId))).not.toBe(id);
  });

  it("tries a file three times that takes too long, and one that is broken once", async () => {
    const own = await open();
    const slow = await add(own, toFile("slow.txt", "slow", own.collectionId));
    expect((await own.library.getDocument("u1", own.collectionId, slow)).status).toBe("waiting");
    await own.sweepAfter(60_000);
    expect((await own.library.getDocument("u1", own.collectionId, slow)).status).toBe("waiting");
    await own.sweepAfter(60_000);
    expect(await own.library.getDocument("u1", own.collectionId, slow)).toMatchObject({
      status: "failed",
      error: "timeout",
    });
    const broken = await add(own, toFile("broken.txt", "broken", own.collectionId));
    expect(await own.library.getDocument("u1", own.collectionId, broken)).toMatchObject({ error: "broken" });
  });

  it("opens a locked file with a password that is used once and not kept", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "locked", own.collectionId));
    expect((await own.library.getText("u1", id)).document.error).toBe("password");
    await (
      await own.library.change("u1", id, { password: "wrong" })
    ).reading;
    expect((await own.library.getText("u1", id)).document.error).toBe("password");
    await (
      await own.library.change("u1", id, { password: "open" })
    ).reading;
    expect((await own.library.getText("u1", id)).document.status).toBe("ready");
    expect(JSON.stringify(await own.store.scan({ limit: 100 }))).not.toContain('"open"');
  });

  it("takes a large file in parts, in any order, twice, and completes it once", async () => {
    const own = await open();
    const bytes = new TextEncoder().encode("a".repeat(uploadPartBytes + 5));
    const about = {
      name: "big.txt",
      mediaType: "text/plain",
      bytes: bytes.byteLength,
      collectionId: own.collectionId,
    };
    const { uploadId } = await own.library.beginUpload("u1", about);
    await own.library.putPart("u1", uploadId, 2, bytes.subarray(uploadPartBytes));
    await expect(own.library.completeUpload("u1", uploadId)).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(own.library.putPart("u1", uploadId, 1, bytes.subarray(0, 9))).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(own.library.putPart("u1", uploadId, 3, bytes)).rejects.toMatchObject({
      code: "invalid_request",
    });
    for (let time = 0; time < 2; time += 1)
      await own.library.putPart("u1", uploadId, 1, bytes.subarray(0, uploadPartBytes));
    expect(await own.library.readUpload("u1", uploadId)).toMatchObject({ parts: [1, 2] });
    await expect(own.library.putPart("u2", uploadId, 1, bytes)).rejects.toMatchObject({ code: "not_found" });
    const first = await own.library.completeUpload("u1", uploadId);
    const second = await own.library.completeUpload("u1", uploadId);
    await Promise.all([first.reading, second.reading]);
    expect(second.document.id).toBe(first.document.id);
    expect((await own.library.getText("u1", first.document.id)).text).toHaveLength(bytes.byteLength);
    await own.sweepAfter(2 * day);
    expect(await listBlobs(own.blobs)).toHaveLength(2);
  });

  it("clears after a day what was begun and not completed, and files that were not sent", async () => {
    const own = await open();
    const about = { name: "big.txt", mediaType: "", bytes: 9, collectionId: null };
    const { uploadId } = await own.library.beginUpload("u1", about);
    await own.library.putPart("u1", uploadId, 1, new Uint8Array(9));
    await add(own, toFile("unsent.txt", "Unsent."));
    const sent = await add(own, toFile("sent.txt", "Sent."));
    await own.store.set("users/u1/conversations/c1", {});
    await own.library.attachFiles("u1", "c1", [sent]);
    await own.sweepAfter(day + 1);
    await own.sweepAfter(day);
    expect((await own.records.documents.list("u1", { limit: 10 })).documents.map(({ id }) => id)).toEqual([
      sent,
    ]);
    expect(await listBlobs(own.blobs)).toHaveLength(2);
    expect((await own.library.listCollections("u1")).storage.bytes).toBe(5);
  });

  it("lets a file belong to one conversation of its person, and go with it", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "One."));
    await expect(own.library.attachFiles("u2", "c1", [id])).rejects.toMatchObject({ code: "not_found" });
    expect(await own.library.attachFiles("u1", "c1", [id])).toEqual([id]);
    expect(await own.library.attachFiles("u1", "c1", [id])).toEqual([]);
    await expect(own.library.attachFiles("u1", "c2", [id])).rejects.toMatchObject({
      code: "invalid_request",
    });
    const scopes = await own.library.reader.listScopes("u1", { conversationId: "c1" });
    expect(scopes.map(({ scope }) => scope.id)).toEqual([`files/u1/${id}`, "handbook"]);
    await own.library.forgetConversation("u1", "c1", null);
    expect(await listBlobs(own.blobs)).toEqual([]);
  });

  it("shares a collection with everybody to search and read, and with nobody to change", async () => {
    const own = await open();
    const { library, collectionId } = own;
    const id = await add(own, toFile("a.txt", "One.", collectionId));
    const member = { id: "u1", role: "member" };
    await expect(library.changeCollection(member, collectionId, { shared: true })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(library.getText("u2", id)).rejects.toMatchObject({ code: "not_found" });
    await library.changeCollection({ id: "u1", role: "admin" }, collectionId, { shared: true });
    expect((await library.listCollections("u2")).collections[0]).toMatchObject({
      id: collectionId,
      isOwn: false,
    });
    expect((await library.getText("u2", id)).text).toBe("One.");
    const asked = { conversationId: "c", collections: [collectionId, "nothing"] };
    const [shared] = await library.reader.listScopes("u2", asked);
    expect(shared).toMatchObject({ documents: 1, kinds: ["text"] });
    expect((await library.reader.findText(shared ? [shared.scope] : [], "A.TXT"))?.text).toBe("One.");
    await expect(library.delete("u2", id)).rejects.toMatchObject({ code: "not_found" });
    await expect(library.add("u2", toFile("b", "b", collectionId))).rejects.toMatchObject({
      code: "not_found",
    });
    await library.changeCollection({ id: "u9", role: "admin" }, collectionId, { shared: false });
    await expect(library.getText("u2", id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("indexes the handbook once; where the index was lost, it and all documents anew", async () => {
    const own = await open();
    const id = await add(own, toFile("a.txt", "One.", own.collectionId));
    const { signal } = new AbortController();
    await own.library.prepareHandbook(signal);
    expect((await own.library.getCollection("u1", "handbook")).chunks).toBe(2);
    expect((await own.library.getText("u1", "handbook-keys")).document.title).toBe("Keys");
    own.indexed.clear();
    const next = openTestLibrary(own.store, own.blobs, own);
    await next.library.prepareHandbook(signal);
    await next.sweepAfter(1);
    expect([...own.indexed.keys()]).toEqual([
      "handbook#handbook-keys",
      `collections/u1/${own.collectionId}#${id}`,
    ]);
  });

  it("forgets a person with what is found of them and what they share", async () => {
    const own = await open();
    await add(own, toFile("a.txt", "One.", own.collectionId));
    await add(own, toFile("b.txt", "Two."));
    await own.library.changeCollection({ id: "u1", role: "admin" }, own.collectionId, { shared: true });
    const lines = await Array.fromAsync(openPersonData(own.store, own.blobs).readAll("u1"));
    expect(lines.map(({ kind }) => kind)).toEqual(["usage", "collection", "document", "document"]);
    expect(lines.find(({ name }) => name === "a.txt")).toMatchObject({ text: "One.", base64: btoa("One.") });
    await own.library.forgetPerson("u1");
    await openPersonData(own.store, own.blobs).deleteAll("u1");
    expect(own.indexed.size).toBe(0);
    expect(await listBlobs(own.blobs)).toEqual([]);
    expect((await own.store.scan({ limit: 10 })).documents).toEqual([]);
  });
});

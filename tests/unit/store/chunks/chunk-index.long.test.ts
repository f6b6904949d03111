import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toQueryTokens } from "@/lib/language/tokens";
import type { ChunkIndex, ChunkQuery } from "@/lib/store/chunks/chunk-index";
import { readRetrievalSet } from "@/tests/support/retrieval-set";
import { allIndexes, type OpenIndex, toDocument, toUnit, toVectors } from "@/tests/support/both-indexes";

const signal = new AbortController().signal;
/** A new one for each test; those of a driver share one index. */
let s: string;
beforeEach(() => void (s = randomUUID()));
const all = { limit: 10, offset: 0, documentIds: null };

function find(index: ChunkIndex, text: string, more: Partial<ChunkQuery> = {}) {
  return index.search({ scopes: [s], tokens: toQueryTokens(text), ...all, ...more }, signal);
}

async function findIds(index: ChunkIndex, text: string, more: Partial<ChunkQuery> = {}): Promise<string[]> {
  return (await find(index, text, more)).hits.map(({ chunkId }) => chunkId);
}

describe.each(allIndexes)("$name", ({ openIndex }) => {
  let opened: OpenIndex;
  let index: ChunkIndex;
  beforeAll(async () => {
    opened = await openIndex();
    index = opened.index;
  });
  afterAll(() => opened.close());

  it("finds chunks by their words, the best first, with what is known of them", async () => {
    await index.put(
      s,
      toDocument("tea", ["Green tea from the hills.", "Coffee, and a little tea after it."]),
    );
    await index.put(s, toDocument("boats", ["Boats leave at nine."]));
    const { hits, total } = await find(index, "teas of the hills");
    expect(total).toBe(2);
    expect(hits).toMatchObject([
      {
        scope: s,
        documentId: "tea",
        chunkId: "tea-0",
        text: "Green tea from the hills.",
        place: '{"start":0}',
      },
      { chunkId: "tea-1", attributes: { title: "tea" }, semantic: null },
    ]);
    expect(hits[0]?.keyword).toBeGreaterThan(hits[1]?.keyword ?? Infinity);
    expect(await findIds(index, "nonesuch")).toEqual([]);
  });

  it("finds Chinese by words and by pairs of characters", async () => {
    await index.put(s, toDocument("zh", ["青苇里的住宅租赁合同", "押金为两个月租金"]));
    expect(await findIds(index, "青苇里")).toEqual(["zh-0"]);
    expect(await findIds(index, "租金")).toEqual(["zh-1"]);
  });

  it("finds only the last version of a document, and nothing of a deleted one", async () => {
    await index.put(s, toDocument("d", ["old words", "older words"]));
    await index.put(s, toDocument("d", ["new words"]));
    expect(await findIds(index, "old older new words")).toEqual(["d-0"]);
    expect(await index.read(s, "d")).toMatchObject([{ text: "new words" }]);
    await index.delete(s, "d");
    await index.delete(s, "d");
    expect(await findIds(index, "words")).toEqual([]);
    expect(await index.listDocuments(s)).toEqual([]);
    expect(await index.read(s, "d")).toEqual([]);
    await index.put(s, toDocument("d", ["words again"]));
    expect(await findIds(index, "words")).toEqual(["d-0"]);
  });

  it("ranks as if what was replaced and deleted had never been there", async () => {
    const fresh = `${s}/fresh`;
    const kept = [toDocument("a", ["one two", "two three"]), toDocument("b", ["one", "three three four"])];
    await index.put(s, toDocument("a", ["one one one two", "five"]));
    await index.put(s, toDocument("gone", ["one two three four five six"]));
    for (const document of kept) {
      await index.put(s, document);
      await index.put(fresh, document);
    }
    await index.delete(s, "gone");
    const { hits } = await find(index, "one three four", { scopes: [fresh] });
    expect((await find(index, "one three four")).hits).toEqual(hits.map((hit) => ({ ...hit, scope: s })));
    expect(hits).toHaveLength(4);
  });

  it("never mixes scopes, also in what it counts", async () => {
    await index.put(s, toDocument("d", ["tea and milk", "milk"]));
    const alone = await find(index, "tea milk");
    await index.put(`${s}/other`, toDocument("d", ["tea of somebody else", "tea", "tea"]));
    expect(await find(index, "tea milk")).toEqual(alone);
    expect(
      (await find(index, "tea", { scopes: [s, `${s}/other`, s] })).hits.map(({ scope }) => scope),
    ).toHaveLength(4);
    expect(await findIds(index, "tea", { scopes: [] })).toEqual([]);
    await index.deleteScope(s);
    expect(await findIds(index, "tea")).toEqual([]);
    expect(await findIds(index, "tea", { scopes: [`${s}/other`] })).toHaveLength(3);
    await index.put(s, toDocument("d", ["tea once more"]));
    expect(await findIds(index, "tea")).toEqual(["d-0"]);
  });

  it("looks only into the documents that are named", async () => {
    for (const id of ["a", "b", "c"]) await index.put(s, toVectors(id, ["tea"], [[1, 2]]));
    expect(await findIds(index, "tea", { documentIds: ["c", "b", "nobody"] })).toEqual(["b-0", "c-0"]);
    expect(await findIds(index, "tea", { documentIds: [] })).toEqual([]);
    const vector = { model: "m", values: toUnit([1, 2]) };
    expect(await findIds(index, "", { tokens: [], vector, documentIds: ["b"] })).toEqual(["b-0"]);
  });

  it("lists documents in their order, each by its first chunk, without anything to look for", async () => {
    await index.put(s, toDocument("b", ["3", "4", "5"]));
    await index.put(s, toDocument("a", ["1", "2"]));
    const page = await find(index, "", { limit: 3, offset: 1 });
    expect(page.total).toBe(2);
    expect(page.hits.map(({ text }) => text)).toEqual(["3"]);
  });

  it("gives pages of one order, equal scores by document and place", async () => {
    for (const id of ["d3", "d1", "d2"]) await index.put(s, toDocument(id, ["tea", "tea"]));
    const ids = ["d1-0", "d1-1", "d2-0", "d2-1", "d3-0", "d3-1"];
    expect(await findIds(index, "tea")).toEqual(ids);
    expect(await findIds(index, "tea", { limit: 2, offset: 3 })).toEqual(ids.slice(3, 5));
    expect((await find(index, "tea", { limit: 2, offset: 9 })).total).toBe(6);
  });

  it("finds by meaning among vectors of the same model, and fuses both rankings", async () => {
    const vectors = [
      [9, 1, 1],
      [1, 9, 1],
      [1, 1, 9],
    ].map((each) => each.map((number) => number - 3));
    await index.put(s, toVectors("v", ["tea", "milk tea", "bread"], vectors));
    await index.put(s, toDocument("words", ["tea tea"]));
    await index.put(s, { ...toVectors("other", ["cake"], [[6, -2, -2]]), model: "another" });
    const vector = { model: "m", values: toUnit([6, -2, -2]) };
    const semantic = await find(index, "", { tokens: [], vector });
    expect(semantic.hits.map(({ chunkId }) => chunkId)).toEqual(["v-0", "v-1", "v-2"]);
    expect(semantic.hits[0]).toMatchObject({ semantic: expect.closeTo(1, 5), keyword: null });
    const both = await find(index, "bread", { vector });
    expect(both.hits[0]).toMatchObject({ chunkId: "v-2", score: expect.closeTo(1 / 3 + 1 / 5, 10) });
    expect(await findIds(index, "tea", { vector: { model: "none", values: toUnit([1]) } })).toContain(
      "words-0",
    );
  });

  it("changes what filters see without indexing again", async () => {
    await index.put(s, toDocument("d", ["tea"]));
    await index.setAttributes(s, "d", { title: "New", tags: ["a", "b"], __proto__x: 1 });
    expect((await find(index, "tea")).hits[0]?.attributes).toEqual({
      title: "New",
      tags: ["a", "b"],
      __proto__x: 1,
    });
    expect(await index.listDocuments(s)).toEqual([
      { documentId: "d", model: null, attributes: { title: "New", tags: ["a", "b"], __proto__x: 1 } },
    ]);
    await expect(index.setAttributes(s, "nobody", {})).rejects.toMatchObject({ code: "not_found" });
    await expect(index.setAttributes("other", "d", {})).rejects.toMatchObject({ code: "not_found" });
  });

  it("reads a part of a document in its order", async () => {
    await index.put(s, toDocument("d", ["0", "1", "2", "3"]));
    const texts = async (range?: { from: number; count: number }) =>
      (await index.read(s, "d", range)).map(({ text }) => text);
    expect(await texts()).toEqual(["0", "1", "2", "3"]);
    expect(await texts({ from: 1, count: 2 })).toEqual(["1", "2"]);
    expect(await texts({ from: 3, count: 9 })).toEqual(["3"]);
    expect(await texts({ from: 9, count: 1 })).toEqual([]);
  });

  it("takes hostile names for what they are", async () => {
    const names = [
      "../../x",
      "__proto__",
      "a/b",
      "a\u202Eb",
      "'; DROP TABLE chunks; --",
      "%",
      "😀",
      "a b",
      "A",
      "a",
    ];
    for (const name of names) await index.put(`scope ${name}`, toDocument(name, [`word ${name}`, "second"]));
    for (const name of names) {
      const { hits } = await find(index, "word", { scopes: [`scope ${name}`] });
      expect(hits).toMatchObject([{ documentId: name, scope: `scope ${name}` }]);
    }
    for (const name of ["", "a\0b", "\uD800", "x".repeat(2_000)]) {
      await expect(index.put(s, toDocument(name, ["word"]))).rejects.toMatchObject({
        code: "invalid_request",
      });
      await expect(index.put(name, toDocument("d", ["word"]))).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
  });

  it("refuses vectors that do not belong together, and keeps what was there", async () => {
    await index.put(
      s,
      toVectors(
        "d",
        ["tea", "milk"],
        [
          [1, 2],
          [2, 1],
        ],
      ),
    );
    const broken = [
      toVectors("d", ["new", "newer"], [[1, 2], [1]]),
      { ...toDocument("d", ["new"]), model: "m" },
    ];
    for (const document of broken)
      await expect(index.put(s, document)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await findIds(index, "tea new")).toEqual(["d-0"]);
  });

  it("keeps one whole version where the same document is put many times at once", async () => {
    const versions = Array.from({ length: 6 }, (_, version) =>
      toDocument(
        "d",
        Array.from({ length: 5 }, () => `common version${version}`),
      ),
    );
    await Promise.all(versions.map((document) => index.put(s, document)));
    const { hits, total } = await find(index, "common");
    expect(total).toBe(5);
    expect(new Set(hits.map(({ text }) => text)).size).toBe(1);
    expect(await index.listDocuments(s)).toHaveLength(1);
  });

  it("answers whole while documents come, change and go", async () => {
    const ids = ["a", "b", "c", "d"];
    for (const id of ids) await index.put(s, toDocument(id, ["tea one", "tea two"]));
    const changes = ids.map(async (id) => {
      await index.put(s, toDocument(id, ["tea three", "tea four"]));
      await index.delete(s, id);
    });
    const searches = Array.from({ length: 20 }, () => find(index, "tea"));
    for (const { hits } of await Promise.all(searches)) {
      const byDocument = Map.groupBy(hits, ({ documentId }) => documentId);
      for (const found of byDocument.values()) expect(found).toHaveLength(2);
    }
    await Promise.all(changes);
    expect(await findIds(index, "tea")).toEqual([]);
  });

  it("holds empty documents and texts that are no text", async () => {
    await index.put(s, toDocument("empty", []));
    await index.put(s, toDocument("odd", ["", "\uD800 half a\0b", "\u202E"]));
    expect((await index.listDocuments(s)).map(({ documentId }) => documentId).sort()).toEqual([
      "empty",
      "odd",
    ]);
    expect(await findIds(index, "half")).toEqual(["odd-1"]);
    expect(await index.read(s, "odd")).toHaveLength(3);
  });

  it("leaves a search that nobody waits for, and refuses to work once closed", async () => {
    const another = await openIndex();
    await another.index.put(s, toDocument("d", ["tea"]));
    const query = { scopes: [s], tokens: ["tea"], ...all };
    await expect(another.index.search(query, AbortSignal.abort())).rejects.toMatchObject({ code: "aborted" });
    const pending = another.index.put(s, toDocument("d", ["tea", "milk"]));
    const failed = expect(pending).rejects.toMatchObject({ code: "store_unavailable" });
    await another.close();
    await failed;
    await expect(another.index.search(query, signal)).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

describe("all indexes", () => {
  it(
    "give the same first ten of 200 documents for 60 questions, by words, meaning and both",
    { timeout: 240_000 },
    async () => {
      const { documents, questions } = readRetrievalSet();
      const opened = await Promise.all(allIndexes.map(({ openIndex }) => openIndex()));
      const indexes = opened.map(({ index }) => index);
      await Promise.all(
        indexes.map(async (index) => {
          const waiting = [...documents];
          const work = async () => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
              const texts = next.text.split("\n\n");
              await index.put(s, toVectors(next.id, texts, texts.map(toFakeVector)));
            }
          };
          await Promise.all(Array.from({ length: 8 }, work));
        }),
      );
      const asked = questions.filter((_, at) => at % 3 === 0);
      expect(asked).toHaveLength(60);
      for (const { question } of asked) {
        const vector = { model: "m", values: toUnit(toFakeVector(question)) };
        const queries = [{}, { vector }, { tokens: [], vector }];
        for (const query of queries) {
          const [first, ...others] = await Promise.all(indexes.map((index) => find(index, question, query)));
          expect(first?.hits).not.toEqual([]);
          for (const other of others) expect(other).toEqual(first);
        }
      }
      await Promise.all(opened.map(({ close }) => close()));
    },
  );
});

/** No meaning, only numbers that differ. */
function toFakeVector(text: string): number[] {
  return Array.from({ length: 40 }, (_, at) => ((text.charCodeAt(at % text.length) * (at + 7)) % 101) - 50);
}

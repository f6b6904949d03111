import { describe, expect, it, onTestFinished } from "vitest";
import { createIndexDocument } from "@/lib/features/documents/index-document";
import { toCollectionScope, toFileScope } from "@/lib/features/documents/scope";
import { documentSearchSchema, type Filters } from "@/lib/features/documents/shape/documents";
import { createSearchDocuments, type DocumentQuery } from "@/lib/features/documents/search";
import type { EmbedTexts } from "@/lib/protocol/ask";
import { embedTexts } from "@/lib/models/embed-texts";
import { payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { startEmbeddingServer } from "@/tests/support/wire/embedding-server";
import { openEmbeddedIndex } from "@/tests/support/both-indexes";

const signal = new AbortController().signal;
const mine = toCollectionScope("u1", "c1", "Mine");
const file = toFileScope("u1", "f1", "File");
const small = "openai:text-embedding-3-small";
/** The letters a, e and o are the axes. */
const toVector = (text: string) => ["a", "e", "o"].map((letter) => text.split(letter).length - 2.5);

async function open(refs = [small]) {
  const server = await startEmbeddingServer(toVector);
  onTestFinished(server.close);
  const index = await openEmbeddedIndex();
  const embed: EmbedTexts = (texts, stop) =>
    payFrom(plenty, () => embedTexts(server.models, refs, texts, stop));
  const indexDocument = createIndexDocument({ index, embed });
  const add = (
    documentId: string,
    text: string,
    attributes: { tags?: string[] } = {},
    scope: typeof mine | typeof file = mine,
  ) =>
    indexDocument({
      documentId,
      title: documentId,
      text,
      pages: [],
      scope,
      attributes: { title: documentId, ...attributes },
      signal,
    });
  const search = (query: string, more: Partial<DocumentQuery> = {}) =>
    createSearchDocuments({ index, embed })({
      ...{ scopes: [mine, file], query, strategy: "hybrid", limit: 10, offset: 0, filters: [], signal },
      ...more,
    });
  const ids = async (...args: Parameters<typeof search>) =>
    (await search(...args)).results.map(({ documentId }) => documentId);
  return { server, index, add, search, ids };
}

describe("searching documents", () => {
  it("tells where each passage stands, what it cost, and by what it was found", async () => {
    const { add, search } = await open();
    await add("tea", "# Tea\n\nGreen tea from the hills.");
    await add("note", "Boats leave at dawn.", {}, file);
    const { results, total, strategy, costMicroUsd } = await search("green tea");
    expect({ total, strategy }).toEqual({ total: 2, strategy: "hybrid" });
    expect(costMicroUsd).toBeGreaterThan(0);
    expect(results).toMatchObject([
      {
        documentId: "tea",
        collectionId: "c1",
        title: "tea",
        place: { heading: "Tea", start: 7, end: 32 },
        scope: mine,
      },
      { documentId: "note", collectionId: null, scope: file },
    ]);
  });

  it("lists by filters alone, each document once however long it is", async () => {
    const { add, ids } = await open();
    const names = Array.from({ length: 9 }, (_, at) => `harbour-${at}`);
    for (const name of names) await add(name, `Quay ${name}.`, { tags: ["port"] });
    await add("harbour-0", "The annex lists each boat by name. ".repeat(600), { tags: ["port"] });
    await add("letter", "Dear harbour master.", {}, file);
    const byTag: Filters = [{ allOf: [{ field: "tag", is: "port" }] }];
    expect(await ids("", { filters: [byTag], limit: 20 })).toEqual(names);
    expect(await ids("", { filters: [byTag], limit: 4, offset: 6 })).toEqual(names.slice(6));
    const three = names.slice(2, 5).map((is) => ({ field: "document" as const, is }));
    expect(await ids("", { filters: [[{ anyOf: three }]] })).toEqual(names.slice(2, 5));
  });

  it.each([
    [{ anyOf: [{ field: "title", op: "contains", value: "annex" }] }],
    [[{ anyOf: [{ field: "name", op: "contains", is: "annex" }] }]],
    [[{ field: "name", is: "annex" }]],
    [[{ allOf: [{ field: "date", is: "2026" }] }]],
  ])("answers the wrong filters %j with their right form", (filters) => {
    const { error } = documentSearchSchema.safeParse({ query: "", filters });
    const said = (error?.issues ?? []).map(({ message }) => message).join();
    expect(said).toMatch(/"(anyOf|field)"/);
    expect(said).toContain(Array.isArray(filters) && !("field" in (filters[0] ?? {})) ? '"kind"' : '"allOf"');
  });

  it("looks by words alone where no model answers, and says so", async () => {
    const { server, add, search, ids } = await open();
    await add("tea", "Green tea.");
    server.fail({ status: 500 });
    expect(await search("tea", { strategy: "semantic" })).toMatchObject({ total: 1, strategy: "keyword" });
    expect(await search("tea")).toMatchObject({ total: 1, strategy: "keyword", costMicroUsd: 0 });
    expect(await ids("nonesuch")).toEqual([]);
  });

  it("looks by words alone in what has no vectors, and says so", async () => {
    const { server, add, search } = await open();
    server.fail({ status: 500 });
    expect(await add("tea", "Green tea.")).toMatchObject({ chunks: 1, isWordsOnly: true });
    server.fail(null);
    expect(await search("tea", { strategy: "semantic" })).toMatchObject({ total: 1, strategy: "keyword" });
    expect(await search("tea")).toMatchObject({ total: 1, strategy: "keyword" });
  });

  it("asks no model for a search by words, nor for one by filters alone", async () => {
    const { server, add, search, ids } = await open();
    await add("b", "Tea.", { tags: ["x"] });
    await add("a", "Milk.", { tags: ["x", "y"] });
    await add("c", "Milk.");
    const asked = server.asked.length;
    expect((await search("tea", { strategy: "keyword" })).strategy).toBe("keyword");
    expect(await ids("", { filters: [[{ allOf: [{ field: "tag", is: "X" }] }]] })).toEqual(["a", "b"]);
    expect(await ids(" ")).toEqual(["a", "b", "c"]);
    expect(server.asked).toHaveLength(asked);
  });

  it("holds the filters of the person and of the model, whichever widens", async () => {
    const { add, ids } = await open();
    await add("a", "Tea.", { tags: ["x"] });
    await add("b", "Tea.", { tags: ["y"] });
    const person = [{ allOf: [{ field: "tag" as const, is: "x" }] }];
    const model = [
      {
        anyOf: [
          { field: "tag" as const, is: "x" },
          { field: "tag" as const, is: "y" },
        ],
      },
    ];
    expect(await ids("tea", { filters: [model] })).toEqual(["a", "b"]);
    expect(await ids("tea", { filters: [person, model] })).toEqual(["a"]);
  });

  it("finds nothing by a filter that names a collection outside of the scopes", async () => {
    const { index, add, search } = await open();
    await add("a", "Tea.");
    const theirs = toCollectionScope("u2", "c2", "Theirs");
    await createIndexDocument({ index, embed: () => Promise.resolve(null) })({
      ...{
        documentId: "t",
        title: "t",
        text: "Tea.",
        pages: [],
        scope: theirs,
        attributes: { title: "t" },
        signal,
      },
    });
    const filters = [[{ allOf: [{ field: "collection" as const, is: "c2" }] }]];
    expect(await search("tea", { filters })).toMatchObject({ results: [], total: 0 });
    expect(await search("", { filters })).toMatchObject({ results: [], total: 0 });
    const own = [[{ allOf: [{ field: "collection" as const, is: "c1" }] }]];
    expect(await search("tea", { filters: own })).toMatchObject({ total: 1 });
  });

  it("indexes a long text in batches of one model, and tells how far it is", async () => {
    const { server, add, search } = await open();
    const text = Array.from(
      { length: 130 },
      (_, at) => `# Part ${at}\n\n${`Boat ${at} is here. `.repeat(60)}`,
    ).join("\n\n");
    const done = await add("long", text);
    expect(done.isWordsOnly).toBe(false);
    expect(server.asked.map(({ length }) => length).slice(0, 2)).toEqual([64, 64]);
    expect((await search("boat 77", { limit: 1, strategy: "keyword" })).results[0]?.place.heading).toBe(
      "Part 77",
    );
  });

  it("leaves the document as it was where indexing is stopped", async () => {
    const { index, add, ids } = await open();
    await add("d", "Tea.");
    const stopped = createIndexDocument({ index, embed: () => Promise.resolve(null) });
    const document = {
      documentId: "d",
      title: "d",
      text: "Milk.",
      pages: [],
      scope: mine,
      attributes: { title: "d" },
    };
    await expect(stopped({ ...document, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await ids("tea milk", { strategy: "keyword" })).toEqual(["d"]);
  });
});

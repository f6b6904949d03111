import { describe, expect, it } from "vitest";
import type { ReplyDocuments } from "@/lib/features/documents/reply-documents";
import { handbookScope, toCollectionScope, toFileScope } from "@/lib/features/documents/scope";
import type { AskSmall } from "@/lib/protocol/ask";
import type { RetrieveOutput } from "@/lib/features/documents/tools/retrieve/schema";
import { createLookup } from "@/lib/features/documents/tools/lookup/lookup";
import { createRerank } from "@/lib/engine/tools/rerank";
import { createRetrieve } from "@/lib/features/documents/tools/retrieve/retrieve";
import { createRetrieveMore } from "@/lib/features/documents/tools/retrieve-more/retrieve-more";
import { createSummarize } from "@/lib/features/documents/tools/summarize/summarize";
import type { ToolContext } from "@/lib/engine/tools/tool";
import { createArrayLibrary, type TestDocument } from "@/tests/support/array-library";
import { openAskSmall } from "@/tests/support/ask-small-server";
import { runOneTool } from "@/tests/support/run-one-tool";
import { closeAfter } from "@/tests/support/scripted-services";
import { openToolContext } from "@/tests/support/tool-context";

const nobody: AskSmall = async () => ({ answer: null, costMicroUsd: 0 });
const plan: TestDocument = {
  id: "d1",
  title: "Boat plan",
  in: "Plans",
  pages: [0, 60],
  text: "# Hull\n\nThe hull of the boat is made of oak and is nine metres.\n\n# Sails\n\nThe boat has two sails of canvas.",
};
const diary: TestDocument = {
  ...{ id: "d2", title: "Diary", in: "file", isOwnText: true },
  text: "Yesterday the boat was painted blue, and the oak smelled of rain.",
};
const guide: TestDocument = {
  ...{ id: "h1", title: "Keys", in: "handbook" },
  text: "To add a key for a boat of models, open Admin → Models.",
};
const secret: TestDocument = { ...plan, id: "d9", in: "Secret", ownerId: "somebody" };
const documents = [plan, diary, guide, secret];
const scopes = [
  toCollectionScope("owner", "plans", "Plans"),
  toFileScope("owner", "d2", "Diary"),
  handbookScope,
];

async function open(changes: Partial<ReplyDocuments> = {}, ask = nobody, all = documents) {
  const retrievals: RetrieveOutput[] = [];
  const context = await openToolContext({
    documents: {
      ...{ scopes, filters: [], mostTokens: () => 8_000, takeSearch: () => undefined },
      listRetrievals: () => retrievals,
      ...changes,
    },
  });
  const { search, library } = createArrayLibrary(all);
  const deps = { search, library };
  const keep = async (made: ReturnType<typeof runRetrieve>) => {
    const output = await made;
    if (output.ok) retrievals.push(output.data);
    return output;
  };
  const runRetrieve = (input: object, given: ToolContext = context) =>
    runOneTool(createRetrieve(deps), input, given);
  return {
    context,
    retrieve: (input: object, given?: ToolContext) => keep(runRetrieve(input, given)),
    more: (input: object) => keep(runOneTool(createRetrieveMore(deps), input, context)),
    lookup: (input: object) => runOneTool(createLookup(library), input, context),
    summarize: (input: object) => runOneTool(createSummarize(ask), input, context),
  };
}

describe("retrieve", () => {
  it("gives the best passages first with id, document, place, score and text, one number a document", async () => {
    const { retrieve } = await open();
    const output = await retrieve({ query: "oak boat" });
    expect(output).toMatchObject({ ok: true, summary: { key: "foundPassages" } });
    const { passages, strategy } = (output as { data: RetrieveOutput }).data;
    expect(strategy).toBe("keyword");
    const scores = passages.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const numbers = new Map(passages.map(({ number, documentId }) => [number, documentId]));
    expect([...numbers.values()].sort()).toEqual(["d1", "d2", "h1"]);
    expect(passages).toHaveLength(4);
    expect(passages[0]).toMatchObject({ url: expect.stringMatching(/^\/library\/documents\//) as string });
    expect(output.ok && output.text).toMatch(
      /<page number="\d" passage="d1-8" document="d1" title="Boat plan" collection="Plans" place="page 1" score="[\d.]+">\nThe hull of the boat/,
    );
  });

  it("keeps the whole text of each document, so that a passage can be shown in it", async () => {
    const { retrieve, context } = await open();
    const output = await retrieve({ query: "canvas sails" });
    const [passage] = (output as { data: RetrieveOutput }).data.passages;
    expect(passage).toMatchObject({
      url: "/library/documents/d1?page=2",
      documentKind: "text",
      origin: "file",
    });
    const kept = await context.ledger.find(passage?.evidenceId ?? "");
    expect(kept).toMatchObject({ text: plan.text, url: "/library/documents/d1", documentKind: "text" });
    expect(kept?.text.slice(passage?.place?.start, passage?.place?.end)).toBe(
      "The boat has two sails of canvas.",
    );
  });

  it("never looks outside of the scopes, whatever collection or filter is asked for", async () => {
    const { retrieve } = await open();
    for (const collection of ["Secret", "secret", "d9"])
      expect(await retrieve({ query: "boat", collection })).toMatchObject({
        ok: true,
        text: `Nothing was searched: “${collection}” is no collection or file in scope here.`,
        data: { passages: [] },
      });
    const filters = [{ allOf: [{ field: "document", is: "d9" }] }];
    expect(await retrieve({ query: "boat", filters })).toMatchObject({ data: { passages: [] } });
  });

  it("narrows to one collection by its name, letter case aside", async () => {
    const { retrieve } = await open();
    const output = await retrieve({ query: "boat", collection: "plANS" });
    const { passages } = (output as { data: RetrieveOutput }).data;
    expect(new Set(passages.map(({ documentId }) => documentId))).toEqual(new Set(["d1"]));
  });

  it("leaves whole passages out from the end where all are too long together, and says how many", async () => {
    const long = Array.from({ length: 5 }, (_, index) => `Boat ${index}. ${"plank ".repeat(60)}`).join(
      "\n\n",
    );
    const { retrieve, more } = await open({ mostTokens: () => 260 }, nobody, [{ ...plan, text: long }]);
    const output = await retrieve({ query: "boat" });
    const { passages, leftOut, resultId } = (output as { data: RetrieveOutput }).data;
    expect([passages.length, leftOut]).toEqual([2, 3]);
    expect(output.ok && output.text).toContain("3 more were left out because together they are too long.");
    expect(output.ok && output.text.match(/<\/page>/g)).toHaveLength(2);
    const next = await more({ resultId });
    const seen = passages.map(({ id }) => id);
    expect((next as { data: RetrieveOutput }).data.passages.map(({ id }) => seen.includes(id))).toEqual([
      false,
      false,
    ]);
  });

  it("orders twice as many as are wanted by the small model, and gives the best of them", async () => {
    const { askSmall, server } = await openAskSmall([{ best: [4, 1] }]);
    closeAfter(server);
    const text = ["boat boat boat", "boat boat", "boat and oak", "a boat of the right kind"].join("\n\n");
    const { retrieve, context } = await open({}, askSmall, [{ ...plan, pages: [], text }]);
    const output = await retrieve(
      { query: "boat", topK: 2 },
      { ...context, rerank: createRerank(askSmall, () => 0) },
    );
    const { passages } = (output as { data: RetrieveOutput }).data;
    const asked = JSON.stringify(server.requests[0]?.body);
    expect(asked).toContain("[4] ");
    expect(passages).toHaveLength(2);
    expect(new Set(passages.map(({ id }) => id)).size).toBe(2);
    expect(asked.indexOf(passages[0]?.snippet ?? "")).toBeGreaterThan(
      asked.indexOf(passages[1]?.snippet ?? ""),
    );
  });

  it("keeps its own order where the small model names what is not there", async () => {
    const { askSmall, server } = await openAskSmall([{ best: [9] }]);
    closeAfter(server);
    const plain = await open();
    const ordered = await open({}, askSmall);
    const ids = (output: unknown) => (output as { data: RetrieveOutput }).data.passages.map(({ id }) => id);
    const asked = await ordered.retrieve(
      { query: "oak boat" },
      { ...ordered.context, rerank: createRerank(askSmall, () => 0) },
    );
    expect(ids(asked)).toEqual(ids(await plain.retrieve({ query: "oak boat" })));
    expect(server.requests).toHaveLength(2);
  });

  it("fails with a reason when the reply has made all its searches", async () => {
    const { retrieve } = await open({
      takeSearch: () => {
        throw new Error("none left");
      },
    });
    expect(await retrieve({ query: "boat" })).toMatchObject({ ok: false });
  });

  it("lists by filters alone with an empty query", async () => {
    const { retrieve } = await open();
    const output = await retrieve({ query: "", filters: [{ allOf: [{ field: "name", is: "Diary" }] }] });
    expect(output).toMatchObject({ ok: true, data: { passages: [{ documentId: "d2" }] } });
  });
});

describe("retrieve_more", () => {
  it("gives what was not given before, and nothing when all is given", async () => {
    const { retrieve, more } = await open();
    const first = (await retrieve({ query: "boat", topK: 1 })) as { data: RetrieveOutput };
    const second = (await more({ resultId: first.data.resultId, topK: 2 })) as { data: RetrieveOutput };
    const third = (await more({ resultId: second.data.resultId, topK: 5 })) as { data: RetrieveOutput };
    const ids = [first, second, third].flatMap(({ data }) => data.passages.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4);
    expect(await more({ resultId: first.data.resultId })).toMatchObject({ data: { passages: [] } });
  });

  it("knows only searches of this conversation", async () => {
    expect(await (await open()).more({ resultId: "r_nothing1" })).toMatchObject({ kind: "not_found" });
  });
});

describe("lookup", () => {
  it("reads a short document whole, by id or title, letter case aside", async () => {
    const { lookup } = await open();
    for (const document of ["d1", "BOAT PLAN"]) {
      const output = await lookup({ document });
      expect(output).toMatchObject({ ok: true, data: { isWhole: true, source: { number: 1 } } });
      expect(output.ok && output.text).toContain(plan.text);
    }
  });

  it.each([
    ["Sails", "# Sails\n\nThe boat has two sails of canvas."],
    ["2", "The boat has two sails of canvas."],
  ])("reads the section %j", async (section, part) => {
    const output = await (await open()).lookup({ document: "d1", section });
    expect(output.ok && output.text).toContain(part);
    expect(output).toMatchObject({ data: { isWhole: false } });
    expect(output.ok && output.text).toContain("Headings: Hull; Sails");
  });

  it("finds no document of somebody else", async () => {
    expect(await (await open()).lookup({ document: "d9" })).toMatchObject({ kind: "not_found" });
  });

  it("gives what fits the words of a section where a document is too long", async () => {
    const text = `${"Filler of no use at all stands here. ".repeat(200)}\n\nThe anchor weighs ninety kilos.\n\n${"More of it. ".repeat(200)}`;
    const { lookup } = await open({ mostTokens: () => 200 }, nobody, [{ ...plan, text, pages: [] }]);
    const output = await lookup({ document: "d1", section: "how heavy is the anchor" });
    expect(output.ok && output.text).toContain("The anchor weighs ninety kilos.");
  });
});

describe("summarize", () => {
  it("sums up found passages by the small model, whose quotes stand in them", async () => {
    const { askSmall, server } = await openAskSmall([
      { statements: [{ text: "It is of steel.", passage: 1, quote: "made of steel" }] },
      { statements: [{ text: "It is of oak.", passage: 1, quote: "made of oak" }] },
    ]);
    closeAfter(server);
    const { retrieve, summarize } = await open({}, askSmall);
    await retrieve({ query: "hull of oak" });
    const output = await summarize({ ids: ["d1-8"] });
    expect(output).toMatchObject({ ok: true, data: { isExtract: false, sources: [{ documentId: "d1" }] } });
    expect(output.ok && output.text).toContain("It is of oak. [1]");
    expect(JSON.stringify(server.requests[1]?.body)).toContain(
      "“made of steel” does not stand in passage 1.",
    );
  });

  it("takes the best sentences where there is no small model", async () => {
    const { retrieve, summarize } = await open();
    await retrieve({ query: "boat oak" });
    const output = await summarize({ ids: ["d1-8", "d2-0"], focus: "paint" });
    expect(output).toMatchObject({ data: { isExtract: true } });
    expect(output.ok && output.text).toContain("painted blue");
  });

  it("knows only passages that this conversation has found", async () => {
    expect(await (await open()).summarize({ ids: ["d1-8"] })).toMatchObject({ kind: "not_found" });
  });
});

describe("whose words a result is", () => {
  it("says of each passage whether the person, a stranger or the handbook wrote it", async () => {
    const { retrieve } = await open();
    const output = await retrieve({ query: "boat oak" });
    const { search, library } = createArrayLibrary([]);
    const tool = createRetrieve({ search, library });
    const texts = output.ok ? (tool.texts?.(output.data, output.text) ?? []) : [];
    const origins = Object.fromEntries(texts.map(({ url, origin }) => [url.split("?")[0], origin]));
    expect(origins).toEqual({ "/library/documents/d1": "file", "/library/documents/d2": "own" });
    expect(texts.find(({ origin }) => origin === "own")?.text).toContain("painted blue");
  });
});

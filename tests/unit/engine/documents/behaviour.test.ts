import { describe, expect, it } from "vitest";
import { call, text, textOf, toolParts } from "@/tests/support/scripted-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { askAbout, countAsked, openDocuments, type Plan } from "./open-documents";

const yard: Plan = {
  title: "Yard",
  text: "The Petrel was built by the yard of Anna Brandt.\n\nThe yard launched nine boats.",
};
const people: Plan = {
  title: "People",
  text: "Anna Brandt was born in Husum in 1951.",
};
const prices: Plan = {
  title: "Prices",
  text: "| Part | Euro |\n| --- | --- |\n| Mast | 1200 |\n| Sail | 850 |",
};
const older: Plan = {
  title: "Report of 2019",
  text: "The mast is eleven metres tall.",
};
const newer: Plan = {
  title: "Report of 2024",
  text: "The mast is twelve metres tall.",
};
const all = [yard, people, prices, older, newer];

const newest = ({ body }: ProviderRequest) => JSON.stringify((body["messages"] as unknown[]).at(-1));
const given = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
/** One reply after the other, each to a call of the model. */
const inOrder = (...replies: ((request: ProviderRequest) => Reply)[]) => {
  const left = [...replies];
  return (request: ProviderRequest) => (left.shift() ?? (() => text("Nothing more.")))(request);
};

describe("questions over documents", () => {
  it("multi-hop: goes from one document to the other, and cites both", async () => {
    const { services, addresses } = await openDocuments(
      all,
      inOrder(
        () => call("retrieve", { query: "Petrel built yard" }),
        (request) =>
          call("retrieve", { query: newest(request).includes("Anna Brandt") ? "Anna Brandt born" : "?" }),
        () => text("The builder of the Petrel, Anna Brandt [1], was born in Husum [2]."),
      ),
    );
    const reply = await askAbout(services, "Where was the builder of the Petrel born?");
    const sources = reply.parts.flatMap((part) => (part.type === "source-url" ? [part.url] : []));
    expect(sources).toEqual([addresses["Yard"], addresses["People"]]);
    expect(reply.metadata).toMatchObject({ outcome: "completed", evaluation: { confidence: 0.97 } });
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(record.steps.map(({ toolCalls }) => toolCalls.map(({ tool }) => tool))).toEqual([
      ["retrieve"],
      ["retrieve"],
      [],
    ]);
    expect(record.evaluation).toEqual({ answered: true, supported: true, missing: [], confidence: 0.97 });
  });

  it("arithmetic: reads a table whole and calculates with its figures", async () => {
    const { services } = await openDocuments(
      all,
      inOrder(
        () => call("retrieve", { query: "mast sail euro price" }),
        (request) =>
          call("calculate", { expression: newest(request).includes("| 1200 |") ? "1200+850" : "0" }),
        () => text("Together 2,050 euros [1]."),
      ),
    );
    const reply = await askAbout(services, "What do mast and sail cost together?");
    expect(textOf(reply)).toBe("Together 2,050 euros [1].");
    expect(reply.parts.find((part) => part.type === "source-url")).toMatchObject({ title: "Prices.md" });
    expect(toolParts(reply).map(({ type }) => type)).toEqual(["tool-retrieve", "tool-calculate"]);
  });

  it("not found: the search says what it searched, and the answer may say so", async () => {
    const { services, provider } = await openDocuments(
      all,
      inOrder(
        () => call("retrieve", { query: "zebra" }),
        () => text("That is not in the documents; I searched Plans for “zebra”."),
      ),
    );
    const reply = await askAbout(services, "Do zebras sail?");
    expect(newest(provider.requests[1] as ProviderRequest)).toContain("Found nothing for “zebra” in Plans");
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
  });

  it("contradiction: both documents reach the model, each under its own number", async () => {
    const { services, provider } = await openDocuments(
      all,
      inOrder(
        () => call("retrieve", { query: "mast metres tall" }),
        () => text("In 2019 eleven metres [1], in 2024 twelve [2]."),
      ),
    );
    const reply = await askAbout(services, "How tall is the mast?");
    const read = newest(provider.requests[1] as ProviderRequest);
    expect([read.includes("eleven metres"), read.includes("twelve metres")]).toEqual([true, true]);
    expect(reply.parts.filter(({ type }) => type === "source-url")).toHaveLength(2);
  });

  it("follow-up: goes on with an earlier search by its id, and cites the same number", async () => {
    const { services, addresses } = await openDocuments(
      all,
      inOrder(
        () => call("retrieve", { query: "yard boats Petrel", topK: 1 }),
        () => text("By the yard of Anna Brandt [1]."),
        (request) => call("retrieve_more", { resultId: /Result (r_\w+)/.exec(given(request))?.[1] ?? "" }),
        () => text("It launched nine boats [1]."),
      ),
    );
    await askAbout(services, "Who built the Petrel?");
    const reply = await askAbout(services, "How many boats were there?", undefined, { message: "m2" });
    expect(toolParts(reply)[0]).toMatchObject({ type: "tool-retrieve_more", output: { ok: true } });
    expect(reply.parts.find((part) => part.type === "source-url")).toMatchObject({
      sourceId: "1",
      url: addresses["Yard"],
    });
  });

  it("tells the model before its first word which collections are in scope, with kinds and counts", async () => {
    const { services, provider } = await openDocuments(all, () => text("Fine."));
    await askAbout(services, "Hello?");
    expect(given(provider.requests[0] as ProviderRequest)).toContain(
      "“Plans” (a collection; 5 documents: markdown; 5 passages)",
    );
  });

  it("offers only the search of the handbook, and asks nobody beside, where there is nothing else", async () => {
    const { services, provider, small } = await openDocuments([], () => text("Fine."));
    const reply = await askAbout(services, "Hello?", {});
    const offered = provider.requests[0]?.body["tools"] as { function: { name: string } }[];
    const ofDocuments = ["retrieve", "retrieve_more", "lookup", "summarize"];
    const names = offered.map((tool) => tool.function.name);
    expect(names.filter((name) => ofDocuments.includes(name))).toEqual(["retrieve"]);
    expect([countAsked(small, "look up what"), countAsked(small, "You judge the answer")]).toEqual([0, 0]);
    expect(reply.metadata?.evaluation).toBeUndefined();
  });
});

describe("the parts of a question", () => {
  const parts = [
    { text: "Who built the Petrel?", reason: "names the builder", needs: [] },
    { text: "Where was that builder born?", reason: "is what is asked", needs: [1] },
  ];

  it("stand in the trail, in the metadata and the record, and before the model", async () => {
    const { services, provider } = await openDocuments(all, () => text("In Husum."), { split: [{ parts }] });
    const reply = await askAbout(services, "Where was the builder of the Petrel born?");
    expect(reply.metadata?.subQuestions).toEqual(parts);
    expect(reply.parts.find(({ type }) => type === "data-questions")).toMatchObject({
      data: { questions: parts },
    });
    expect(given(provider.requests[0] as ProviderRequest)).toContain("needs the answer to 1");
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(record.subQuestions).toEqual(parts);
  });

  it("are asked for again once where one needs a later one, and a simple question stays itself", async () => {
    const circular = [{ ...parts[0], needs: [2] }, parts[1]];
    const { services, small } = await openDocuments(all, () => text("In Husum."), {
      split: [{ parts: circular }, { parts: [parts[0]] }],
    });
    const reply = await askAbout(services, "Who built the Petrel?");
    expect(countAsked(small, "look up what")).toBe(2);
    expect(reply.metadata?.subQuestions).toBeUndefined();
  });

  it("are not asked for when the setting is off, or in the quick mode", async () => {
    const { services, small } = await openDocuments(all, () => text("In Husum."), { split: [{ parts }] });
    await askAbout(services, "Where?", { mode: "fast" });
    const { version } = await services.settings.get();
    await services.settings.update({ subQuestionsEnabled: false }, version, "owner");
    await askAbout(services, "Where then?", undefined, { message: "m2" });
    expect(countAsked(small, "look up what")).toBe(0);
  });
});

describe("the quick mode", () => {
  it("makes one search of documents", async () => {
    const { services } = await openDocuments(
      all,
      inOrder(
        () => call("retrieve", { query: "mast" }),
        () => call("retrieve", { query: "mast tall" }),
        () => text("Eleven or twelve metres [1]."),
      ),
    );
    const reply = await askAbout(services, "How tall?", { mode: "fast" });
    expect(toolParts(reply).map((part) => "output" in part && part.output)).toMatchObject([
      { ok: true },
      {
        ok: false,
        message: "This reply may make one search of documents, and has. Answer with what was found.",
      },
    ]);
  });
});

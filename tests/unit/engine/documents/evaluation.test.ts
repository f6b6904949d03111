import { describe, expect, it } from "vitest";
import { readTurn } from "@/lib/client/message/read-turn";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { call, text, textOf } from "@/tests/support/scripted-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { askAbout, countAsked, openDocuments, sure } from "./open-documents";

const documents = [{ title: "Boat", text: "The mast is eleven metres tall.\n\nThe keel is of lead." }];
const unsure = { ...sure, answered: false, missing: ["the keel"], confidence: 0.4 };
const search = (query: string) => call("retrieve", { query });
const inOrder = (...replies: Reply[]) => {
  const left = [...replies];
  return () => left.shift() ?? text("Nothing more.");
};
const first = "The mast is eleven metres tall [1].";
const second = "The mast is eleven metres tall, and the keel is of lead [1].";
const draftOf = (reply: ChatMessage) => reply.parts.find((part) => part.type === "data-draft");
const ask = "How tall is the mast, and of what is the keel?";

describe("an answer that is not good enough", () => {
  it("gets one more round that begins with a call, and the second answer takes its place", async () => {
    const { services, provider, small } = await openDocuments(
      documents,
      inOrder(search("mast"), text(first), search("keel"), text(second)),
      { judge: [unsure, sure] },
    );
    const reply = await askAbout(services, ask);
    expect(textOf(reply)).toBe(second);
    expect(reply.metadata).toMatchObject({ outcome: "completed", evaluation: { confidence: 0.97 } });
    expect(draftOf(reply)).toMatchObject({ data: { text: first, evaluation: { missing: ["the keel"] } } });
    const { body } = provider.requests[2] as ProviderRequest;
    expect(body["tool_choice"]).toBe("required");
    expect(JSON.stringify(body["messages"])).toContain("Missing so far:\\n- the keel");
    expect(countAsked(small, "You judge the answer")).toBe(2);
    const { answer, steps } = readTurn(reply);
    expect(answer).toBe(second);
    expect(steps.flatMap((step) => (step.kind === "draft" ? [step.text] : []))).toEqual([first]);
  });

  it("gets no third, and is shown with what is still missing", async () => {
    const { services, provider } = await openDocuments(
      documents,
      inOrder(search("mast"), text(first), search("keel"), text(second)),
      { judge: [unsure] },
    );
    const reply = await askAbout(services, ask);
    expect(textOf(reply)).toBe(second);
    expect(reply.metadata?.evaluation).toMatchObject({ confidence: 0.4 });
    expect(provider.requests).toHaveLength(4);
  });

  it("stays when the second round comes to nothing", async () => {
    const { services } = await openDocuments(
      documents,
      inOrder(search("mast"), text(first), { status: 400, message: "no" }),
      { judge: [unsure] },
    );
    const reply = await askAbout(services, ask);
    expect(textOf(reply)).toBe(first);
    expect(reply.metadata).toMatchObject({ outcome: "completed" });
    const { answer, steps } = readTurn(reply);
    expect([answer, steps.some(({ kind }) => kind === "draft")]).toEqual([first, false]);
  });

  it("is the answer that is seen until the next one begins", () => {
    const evaluation = { answered: false, supported: true, missing: [], confidence: 0.4 };
    const draft = { type: "data-draft" as const, id: "draft", data: { text: first, evaluation } };
    const message: ChatMessage = { id: "a1", role: "assistant", parts: [draft] };
    expect(readTurn(message).answer).toBe(first);
    const next = readTurn({ ...message, parts: [draft, { type: "text", text: "The keel" }] });
    expect([next.answer, next.steps.map(({ kind }) => kind)]).toEqual(["The keel", ["draft"]]);
  });

  it.each([
    ["tool_first", 4],
    ["balanced", 2],
    ["direct", 2],
  ] as const)("is one below the threshold of the style %s", async (style, calls) => {
    const { services, provider } = await openDocuments(
      documents,
      inOrder(search("mast"), text(first), search("keel"), text(second)),
      { judge: [{ ...sure, confidence: 0.9 }] },
    );
    await askAbout(services, ask, { style });
    expect(provider.requests).toHaveLength(calls);
  });

  it("is not asked about where the setting is off", async () => {
    const { services, small } = await openDocuments(documents, inOrder(search("mast"), text(first)));
    const { version } = await services.settings.get();
    await services.settings.update({ selfEvaluationEnabled: false }, version, "owner");
    const reply = await askAbout(services, ask);
    expect([countAsked(small, "You judge the answer"), reply.metadata?.evaluation]).toEqual([0, undefined]);
  });

  it.each([
    ["answers something else", { judge: [{ nothing: true }] }],
    ["says a confidence that is none", { judge: [{ ...sure, confidence: 86 }] }],
    ["refuses to answer", { judge: [], other: () => "Well, it depends." }],
  ])("stands, with no word on how good it is, where the judge %s", async (_how, small) => {
    const { services, provider } = await openDocuments(
      documents,
      inOrder(search("mast"), text(first)),
      small,
    );
    const reply = await askAbout(services, ask);
    expect([textOf(reply), reply.metadata?.evaluation]).toEqual([first, undefined]);
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(record.evaluation).toBeUndefined();
    expect(provider.requests).toHaveLength(2);
  });

  it("keeps no verdict of the draft where nobody could judge the second one", async () => {
    const { services } = await openDocuments(
      documents,
      inOrder(search("mast"), text(first), search("keel"), text(second)),
      { judge: [unsure, { nothing: true }] },
    );
    const reply = await askAbout(services, ask);
    expect([textOf(reply), reply.metadata?.evaluation]).toEqual([second, undefined]);
  });

  it("is told as it was judged", async () => {
    const judged = { ...sure, supported: false, missing: ["the keel"], confidence: 0.86 };
    const { services } = await openDocuments(documents, inOrder(search("mast"), text(first)), {
      judge: [judged],
    });
    const { refused: _refused, ...told } = judged;
    expect((await askAbout(services, ask)).metadata?.evaluation).toEqual(told);
  });
});

it("a refusal in words is asked once more, in smaller steps", async () => {
  const { services, provider } = await openDocuments(
    documents,
    inOrder(text("I cannot help with that."), search("mast"), text(first)),
    { judge: [{ ...sure, refused: true, answered: false }, sure] },
  );
  const reply = await askAbout(services, ask);
  expect(textOf(reply)).toBe(first);
  expect(JSON.stringify(provider.requests[1]?.body["messages"])).toContain("Take it in smaller steps");
});

describe("citations", () => {
  it("are asked for once where an answer read a document and names none", async () => {
    const { services, provider } = await openDocuments(
      documents,
      inOrder(search("mast"), text("Eleven metres."), text("Eleven metres [1].")),
    );
    const reply = await askAbout(services, ask);
    expect(textOf(reply)).toBe("Eleven metres [1].");
    expect(JSON.stringify(provider.requests[2]?.body["messages"])).toContain("cites nothing");
  });

  it("are not asked for where nothing was read, or the setting is off", async () => {
    const { services, provider } = await openDocuments(
      documents,
      inOrder(text("Hello."), search("mast"), text("Eleven metres.")),
    );
    await askAbout(services, "Hi!");
    const { version } = await services.settings.get();
    await services.settings.update({ requireCitations: false }, version, "owner");
    await askAbout(services, ask, undefined, { message: "m2" });
    expect(provider.requests).toHaveLength(3);
  });
});

it("sends the seed of the settings, and the record says that it was taken", async () => {
  const { services, provider } = await openDocuments([], inOrder(text("Hello.")));
  const { version } = await services.settings.get();
  await services.settings.update({ seed: 7 }, version, "owner");
  const reply = await askAbout(services, "Hi!", {});
  expect(provider.requests[0]?.body["seed"]).toBe(7);
  const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
  expect(record.steps.map(({ seed }) => seed)).toEqual([7]);
});

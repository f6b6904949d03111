import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { SmallQuestion } from "@/lib/protocol/ask";
import { openAsking, type Asking } from "@/tests/support/open-asking";
import { listTexts, readForm, type FormKind } from "@/tests/support/wire/read-form";
import type { Answer, ProviderRequest, Reply } from "@/tests/support/wire/reply";

const schema = z.object({ verdict: z.string(), places: z.array(z.int()), kind: z.enum(["red", "blue"]) });
const right = { verdict: "It holds.", places: [3, 4], kind: "red" as const };
const plain = { purpose: "plan_need", instructions: "Judge the paint.", prompt: "The boat is red." } as const;
const question: SmallQuestion<z.output<typeof schema>> = { ...plain, schema };
const { signal } = new AbortController();

const say = (text: string, more: Partial<Answer> = {}): Reply => ({
  parts: [{ type: "text", chunks: [text] }],
  ...more,
});
const told = say(JSON.stringify(right));
/** Letter by letter, whatever the form says. */
const raw = (text: string, more: Partial<Answer> = {}): Reply => ({
  parts: [{ type: "text", chunks: [text], isAsItStands: true }],
  ...more,
});
const inOrder = (...replies: Reply[]) => {
  const left = [...replies];
  return () => (left.length > 1 ? left.shift() : left[0]) ?? told;
};
const kindsOf = ({ server }: Asking): FormKind[] => server.requests.map((request) => readForm(request).kind);
const askTwice = async (asking: Asking) => {
  const first = await asking.askSmall(question, signal);
  return { first, second: await asking.askSmall(question, signal) };
};
const local = ["local:wire"];

describe("a form that a server refuses", () => {
  it.each([400, 404, 422, 500, 501])(
    "with %i leads to the next one at once, and is not asked for again",
    async (status) => {
      const refused = { status, message: "response_format.type must be one of 'text', 'json_object'" };
      const asking = await openAsking(() => told, {
        refs: local,
        forms: { refused: { json_schema: refused } },
      });
      const { first, second } = await askTwice(asking);
      expect([first.answer, second.answer]).toEqual([right, right]);
      expect(kindsOf(asking)).toEqual(["json_schema", "tool", "tool"]);
    },
  );

  it("is followed by the schema and an example in the prompt where no field takes them", async () => {
    const no = { status: 400, message: "no" };
    const asking = await openAsking(() => told, {
      ...{ refs: local, forms: { refused: { json_schema: no, tool: no } } },
    });
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
    expect(kindsOf(asking)).toEqual(["json_schema", "tool", "json_object"]);
    const [last] = asking.server.requests.slice(-1);
    const example = { verdict: "…", places: [1], kind: "red" };
    expect(listTexts(last?.body ?? {}).join("\n")).toContain(JSON.stringify(example));
  });

  it("is plain words at last, found by the next question where one has not enough requests", async () => {
    const no = { status: 400, message: "no" };
    const refused = { json_schema: no, tool: no, json_object: no };
    const asking = await openAsking(() => told, { refs: local, forms: { refused } });
    const { first, second } = await askTwice(asking);
    expect([first.answer, second.answer]).toEqual([null, right]);
    expect(kindsOf(asking)).toEqual(["json_schema", "tool", "json_object", "text"]);
  });

  it("is tried again after an hour", async () => {
    const asking = await openAsking(() => told, {
      ...{ refs: local, forms: { refused: { json_schema: { status: 400 } } } },
    });
    await asking.askSmall(question, signal);
    asking.clock.at += 3_600_000;
    await asking.askSmall(question, signal);
    expect(kindsOf(asking)).toEqual(["json_schema", "tool", "json_schema", "tool"]);
  });

  it("is forgotten where every form is refused: it was something else", async () => {
    const asking = await openAsking(() => ({ status: 404, message: "no such model" }), { refs: local });
    const { first, second } = await askTwice(asking);
    expect([first.answer, second.answer, first.unanswered]).toEqual([null, null, "local:wire"]);
    await asking.askSmall(question, signal);
    expect(kindsOf(asking).slice(3, 5)).toEqual(["text", "json_schema"]);
    expect(asking.unanswered).toEqual(["plan_need", "plan_need", "plan_need"]);
  });

  it("is none where the key, the limit or the length is refused", async () => {
    for (const fault of [
      { status: 401, message: "Incorrect API key" },
      { status: 400, message: "This model's maximum context length is 4096 tokens" },
    ]) {
      const asking = await openAsking(() => fault, { refs: local });
      await asking.askSmall(question, signal);
      expect(kindsOf(asking)).toEqual(["json_schema"]);
    }
  });
});

describe("a form that a server takes and does not heed", () => {
  it("leads to the next one, which is remembered once it has worked", async () => {
    const asking = await openAsking(() => told, { refs: local, forms: { ignored: ["json_schema", "tool"] } });
    const { first, second } = await askTwice(asking);
    expect([first.answer, second.answer]).toEqual([right, right]);
    expect(kindsOf(asking)).toEqual(["json_schema", "tool", "json_object", "json_object"]);
  });

  it("is not remembered where nothing worked", async () => {
    const asking = await openAsking(() => raw("I am not sure what you mean."), { refs: local });
    const { first } = await askTwice(asking);
    expect(first).toMatchObject({ answer: null, unanswered: "local:wire" });
    expect(kindsOf(asking)).toEqual(
      Array.from({ length: 2 }, () => ["json_schema", "tool", "json_object"]).flat(),
    );
  });
});

describe("the requests of a question", () => {
  it("are three at most, and one of them is left for the next model of the chain", async () => {
    const script = ({ model }: ProviderRequest): Reply =>
      model === "wire" ? { status: 500, message: "down" } : told;
    const asking = await openAsking(script, { refs: ["local:wire", "groq:other"] });
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
    expect(asking.server.requests.map(({ model }) => model)).toEqual(["wire", "wire", "other"]);
  });

  it("are three at most where the server is overloaded", async () => {
    const asking = await openAsking(() => ({ status: 503, message: "overloaded" }), { refs: local });
    expect((await asking.askSmall(question, signal)).answer).toBeNull();
    expect(kindsOf(asking)).toEqual(["json_schema", "json_schema", "json_schema"]);
  });

  it("keep the form where code found fault with the answer, told once", async () => {
    const asking = await openAsking(() => told, { refs: local });
    const verify = () => "Name other places.";
    expect((await asking.askSmall({ ...question, verify }, signal)).answer).toBeNull();
    expect(kindsOf(asking)).toEqual(["json_schema", "json_schema"]);
    expect(JSON.stringify(asking.server.requests[1]?.body)).toContain("Name other places.");
  });
});

describe("thoughts", () => {
  const reasoningOf = ({ body }: ProviderRequest) =>
    body["reasoning_effort"] ??
    body["reasoning"] ??
    body["thinking"] ??
    (body["generationConfig"] as { thinkingConfig?: object } | undefined)?.thinkingConfig ??
    null;

  it.each([
    ["openai:gpt-5.4-nano", { effort: "none" }],
    ["openai:gpt-5-mini", { effort: "minimal" }],
    ["google:gemini-2.5-flash", { thinkingBudget: 0 }],
    ["anthropic:claude-sonnet-4-6", { type: "disabled" }],
  ])("are switched off for %s", async (ref, setting) => {
    const asking = await openAsking(() => told, { refs: [ref] });
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
    expect(asking.server.requests.map(reasoningOf)).toMatchObject([setting]);
  });

  const thinking: Reply = {
    parts: [
      { type: "reasoning", chunks: ["Paint {dries} slowly."] },
      { type: "text", chunks: [JSON.stringify(right)] },
    ],
  };

  it("of a compatible server's model are switched off once they were seen, and paid where that is refused", async () => {
    const script = ({ body }: ProviderRequest): Reply =>
      body["reasoning_effort"] === undefined ? thinking : { status: 400, message: "no such effort" };
    const asking = await openAsking(script, { refs: local });
    const { first, second } = await askTwice(asking);
    await asking.askSmall(question, signal);
    expect([first.answer, second.answer]).toEqual([right, right]);
    expect(asking.server.requests.map(reasoningOf)).toEqual([null, "none", null, null]);
    const tokens = asking.server.requests.map(({ body }) => body["max_tokens"]);
    expect(tokens).toEqual([1_000, 7_000, 7_000, 7_000]);
    expect(asking.setAside).toEqual([1_000, 7_000, 7_000]);
  });

  it("may be why an answer did not come in time: the next question asks for none", async () => {
    const asking = await openAsking(inOrder(say("{}", { firstDelayMs: 5_000 }), told), { refs: local });
    expect((await asking.askSmall({ ...question, limitMs: 200 }, signal)).answer).toBeNull();
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
    expect(asking.server.requests.map(reasoningOf)).toEqual([null, "none"]);
  });

  it.each(["local:wire", "openai:gpt-5-mini", "google:gemini-3.5-flash"])(
    "that used up the answer get tokens of their own, which money is set aside for: %s",
    async (ref) => {
      const onlyThoughts: Reply = {
        parts: [{ type: "reasoning", chunks: ["Paint dries slowly."] }],
        ...{ finish: "length", usage: { input: 20, output: 1_000, reasoning: 1_000 } },
      };
      const asking = await openAsking(inOrder(onlyThoughts, told), { refs: [ref] });
      expect((await asking.askSmall(question, signal)).answer).toEqual(right);
      expect(asking.setAside).toEqual([1_000, 7_000]);
      expect(new Set(kindsOf(asking))).toEqual(new Set(["json_schema"]));
    },
  );
});

describe("an answer", () => {
  const whole = JSON.stringify(right);

  it.each([
    ["with thoughts before it that hold JSON", `<think>Perhaps {"verdict": 1} or {x}?</think>\n${whole}`],
    ["in a fence, with words around it", `Here it is:\n\`\`\`json\n${whole}\n\`\`\`\nAnything else?`],
    ["with a comma too many", whole.replace("]", ",]")],
    ["in single quotes", whole.replaceAll('"', "'")],
  ])("%s is read", async (_name, text) => {
    const asking = await openAsking(() => raw(text), { refs: local });
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
    expect(asking.server.requests).toHaveLength(1);
  });

  const list = z.object({ parts: z.array(z.object({ text: z.string() })) });
  const two = JSON.stringify({ parts: [{ text: "one" }, { text: "two" }] });

  it.each([two.length - 1, two.length - 2, two.length - 6, 26])(
    "that was cut is asked for again, never mended: %i characters",
    async (length) => {
      const asking = await openAsking(inOrder(raw(two.slice(0, length)), say(two)), { refs: local });
      const { answer } = await asking.askSmall({ ...plain, schema: list }, signal);
      expect(answer).toEqual(JSON.parse(two));
      expect(kindsOf(asking)).toEqual(["json_schema", "json_schema"]);
    },
  );

  it("of a megabyte is not read, and costs no time", async () => {
    const long = `{"verdict": "${"[{".repeat(500_000)}`;
    const asking = await openAsking(inOrder(raw(long), told), { refs: local });
    expect((await asking.askSmall(question, signal)).answer).toEqual(right);
  });
});

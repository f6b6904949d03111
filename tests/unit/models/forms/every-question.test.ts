import { expect, it } from "vitest";
import { askPurposes, type AskPurpose, type AskSmall } from "@/lib/protocol/ask";
import { openAsking } from "@/tests/support/open-asking";
import { formKinds, readForm } from "@/tests/support/wire/read-form";
import type { Fault } from "@/tests/support/wire/reply";
import { allQuestions } from "./all-questions";

const prose = { parts: [{ type: "text" as const, chunks: ["I am not sure what you mean."] }] };
const refused: Fault = { status: 400, message: "not supported" };

/** The models that a question may meet, by the wire they are reached over. */
const wires = {
  "OpenAI's Responses": "openai:gpt-5.4-nano",
  "a Responses model that does not think": "openai:wire",
  Gemini: "google:gemini-2.5-flash-lite",
  "Gemini that cannot but think": "google:gemini-3.5-flash",
  "Anthropic's Messages": "anthropic:claude-haiku-4-5",
  "an older model of Anthropic": "anthropic:claude-3-haiku",
  "a local server": "local:wire",
  "a named compatible service": "groq:wire",
};

/** What is asked for by the question, as the schema's fields at its top, and what each of its requests holds. */
async function ask(
  purpose: AskPurpose,
  ref: string,
  options: { weaker?: number; textTools?: string[] } = {},
) {
  const { weaker = 0, textTools = [] } = options;
  const without = Object.fromEntries(formKinds.slice(0, weaker).map((kind) => [kind, refused]));
  const { askSmall, server } = await openAsking(() => prose, {
    ...{ refs: [ref], textTools, forms: { refused: without } },
  });
  let fields: string[] = [];
  const watched: AskSmall = (question, signal) => {
    const example = question.schema as unknown as { shape: object };
    fields = Object.keys(example.shape).sort();
    return askSmall(question, signal);
  };
  await allQuestions[purpose](watched, [ref]);
  const forms = server.requests.map((request) => readForm(request));
  return { fields, forms };
}

const toFields = ({ schema }: ReturnType<typeof readForm>) => Object.keys(schema?.properties ?? {}).sort();

/** Each question with one of the wires, so that each of both is met: what a wire makes of a schema hangs on no other. */
const pairs = askPurposes.map((purpose, index) => {
  const refs = Object.values(wires);
  return [purpose, refs[index % refs.length] ?? ""] as const;
});

it.each(pairs)("%s over %s shows the form of its answer in every request", async (purpose, ref) => {
  const { fields, forms } = await ask(purpose, ref);
  expect(fields.length).toBeGreaterThan(0);
  expect(forms.map(toFields)).toEqual(forms.map(() => fields));
  expect(forms.length).toBeGreaterThan(0);
  expect(forms.length).toBeLessThanOrEqual(3);
});

it.each([1, 2])(
  "a question goes on with the next form where %i are refused, and shows it",
  async (weaker) => {
    const { fields, forms } = await ask("claims", "local:wire", { weaker });
    const kinds = ["json_schema", "tool", "json_object"];
    expect(forms.map(({ kind }) => kind)).toEqual(kinds);
    expect(forms.map(toFields)).toEqual(kinds.map(() => fields));
  },
);

it("a question forces no tool on a model that writes its calls as text", async () => {
  const { fields, forms } = await ask("claims", "local:wire", { weaker: 1, textTools: ["local:wire"] });
  expect(forms.map(({ kind }) => kind)).toEqual(["json_schema", "json_object", "text"]);
  expect(forms.map(toFields)).toEqual(forms.map(() => fields));
});

import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
} from "@ai-sdk/provider";

/** How the form of an answer is asked for, the strongest first; from `json_object` on the prompt shows it. */
const answerForms = ["json_schema", "tool", "json_object", "text"] as const;
export type AnswerForm = (typeof answerForms)[number];

/** The next weaker form that is no other one over again; `null` behind the last one. */
export function findNextForm(form: AnswerForm, isKnown: (form: AnswerForm) => boolean): AnswerForm | null {
  return answerForms.slice(answerForms.indexOf(form) + 1).find(isKnown) ?? null;
}

/** The call with its form asked for in this way. */
export function toFormedCall(call: LanguageModelV4CallOptions, form: AnswerForm): LanguageModelV4CallOptions {
  const { responseFormat, ...rest } = call;
  const schema = responseFormat?.type === "json" ? responseFormat.schema : undefined;
  if (schema === undefined || form === "json_schema") return call;
  if (form === "tool")
    return {
      ...rest,
      tools: [{ type: "function", name: answerTool, description: "Gives the answer.", inputSchema: schema }],
      toolChoice: { type: "tool", toolName: answerTool },
    };
  const shown = { ...rest, prompt: addToSystem(rest.prompt, describeForm(schema)) };
  return form === "json_object" ? { ...shown, responseFormat: { type: "json" } } : shown;
}

const answerTool = "answer";

/** A call of the answer's tool is the answer; what was said beside it is left out. */
export function toAnswerText(result: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
  const call = result.content.find((part) => part.type === "tool-call");
  if (call === undefined) return result;
  const isCut = result.finishReason.unified === "length";
  return {
    ...result,
    content: [
      ...result.content.filter(({ type }) => type === "reasoning"),
      { type: "text", text: call.input },
    ],
    finishReason: isCut ? result.finishReason : { ...result.finishReason, unified: "stop" },
  };
}

function addToSystem(prompt: LanguageModelV4Message[], text: string): LanguageModelV4Message[] {
  const place = prompt.findIndex(({ role }) => role === "system");
  const found = prompt[place];
  if (found?.role !== "system") return [{ role: "system", content: text }, ...prompt];
  return prompt.with(place, { ...found, content: `${found.content}\n${text}` });
}

/** Small models follow an example rather than a schema. */
function describeForm({ $schema: _schema, ...schema }: JSONSchema7): string {
  return `Answer with one JSON object and nothing else, by this JSON Schema:
${JSON.stringify(schema)}
An example of the form, with values that mean nothing:
${JSON.stringify(toExample(schema))}`;
}

/** The same for the same schema. */
function toExample(schema: JSONSchema7 | boolean): unknown {
  if (typeof schema === "boolean") return null;
  const { anyOf, enum: choices, properties = {}, items } = schema;
  const chosen = anyOf?.[0];
  if (chosen !== undefined) return toExample(chosen);
  if (choices !== undefined) return choices[0] ?? null;
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, toExample(value)]));
    case "array":
      return items === undefined ? [] : [items].flat().map(toExample);
    case "string":
      return "…";
    case "integer":
      return 1;
    case "number":
      return 0.5;
    case "boolean":
      return true;
    default:
      return null;
  }
}

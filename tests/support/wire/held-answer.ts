import type { FormKind, JsonSchema, listTexts, readForm } from "./read-form";
import type { Answer, Fault, ProviderRequest, Reply } from "./reply";

/** Which forms a server takes: those it refuses, with what it says, and those that it takes without a word and does not heed. */
export type TakenForms = { refused?: Partial<Record<FormKind, Fault>>; ignored?: readonly FormKind[] };

/**
 * What the request entitles the server to answer. A scripted object is filled into the schema that the
 * request carries; where it carries none, only the keys that its words name are known. What the vendor, or
 * this server, refuses is refused.
 */
export function toHeldReply(
  request: ProviderRequest,
  reply: Reply,
  { forms, readers }: { forms: TakenForms | undefined; readers: FormReaders },
): Reply {
  if (request.kind !== "language" || request.isStream) return reply;
  const { refused = {}, ignored = [] } = forms ?? {};
  const { kind, schema, tool } = readers.readForm(request);
  const texts = readers.listTexts(request.body).join("\n");
  const fault = refused[kind] ?? findFault(request, { kind, schema, texts });
  if (fault !== null) return fault;
  const value = "parts" in reply ? readObject(reply) : null;
  if (value === null || !("parts" in reply)) return reply;
  const isHeeded = schema !== null && !ignored.includes(kind);
  const held = isHeeded ? fill(schema, value) : rename(value, texts);
  if (tool !== null && !ignored.includes(kind))
    return { ...reply, parts: [{ type: "tool", name: tool, input: held }] };
  return { ...reply, parts: toParts(reply, JSON.stringify(held)) };
}

/** Handed in, because Node loads this file as it is. */
export type FormReaders = { readForm: typeof readForm; listTexts: typeof listTexts };

/** The text becomes this one; thoughts before it stay. */
function toParts({ parts }: Answer, text: string): Answer["parts"] {
  return parts.map((part) => (part.type === "text" ? { ...part, chunks: [text] } : part));
}

/** The object that the answer's one text is; `null` for prose, for what is sent as it stands, and for broken JSON. */
function readObject({ parts }: Answer): Record<string, unknown> | null {
  const texts = parts.filter((part) => part.type === "text");
  const [only] = texts;
  if (texts.length !== 1 || only === undefined || only.isAsItStands === true) return null;
  try {
    const value: unknown = JSON.parse(only.chunks.join(""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Only what the schema names, of the types it names. */
function fill(schema: JsonSchema, value: unknown): unknown {
  const { anyOf, properties = {}, items } = schema;
  if (anyOf !== undefined) {
    const fitting = anyOf.find((one) => fits(one, value));
    return fitting === undefined ? undefined : fill(fitting, value);
  }
  if (!fits(schema, value)) return undefined;
  if (Array.isArray(value))
    return value.map((each) => (items === undefined ? each : fill(items, each))).filter(isThere);
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.entries(value).map(([key, each]) => {
    const property = properties[key];
    return [key, property === undefined ? undefined : fill(property, each)] as const;
  });
  return Object.fromEntries(filled.filter(([, each]) => isThere(each)));
}

const isThere = (value: unknown): boolean => value !== undefined;

function fits({ type, enum: choices, nullable = false }: JsonSchema, value: unknown): boolean {
  if (choices !== undefined && !choices.includes(value)) return false;
  const types = [type ?? []].flat().map((one) => one.toLowerCase());
  const allowed = nullable ? [...types, "null"] : types;
  const own = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const isInteger = typeof value === "number" && Number.isInteger(value);
  return allowed.length === 0 || allowed.includes(own) || (isInteger && allowed.includes("integer"));
}

const otherNames: Record<string, string> = {
  title: "name",
  instruction: "description",
  steps: "plan",
  plan: "needed",
};

/** A model that is shown no form can use a key only where the words name it. */
function rename(value: unknown, words: string): unknown {
  if (Array.isArray(value)) return value.map((each) => rename(each, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const isNamed = words.includes(`"${key}"`) || new RegExp(`(?<!\\w)${key}:`).test(words);
      return [isNamed ? key : (otherNames[key] ?? `the_${key}`), rename(each, words)];
    }),
  );
}

/** What the vendors refuse of a form, by the documentation that the wires name. */
function findFault(
  { wire, body }: ProviderRequest,
  { kind, schema, texts }: { kind: FormKind; schema: JsonSchema | null; texts: string },
): Fault | null {
  const isOpenAI = wire === "responses" || wire === "chat";
  // “JSON mode: the context must contain the string JSON”, https://platform.openai.com/docs/guides/structured-outputs.
  if (isOpenAI && kind === "json_object" && !/json/i.test(texts))
    return { status: 400, message: "'messages' must contain the word 'json' in some form." };
  // “All fields must be required” and “additionalProperties: false must always be set”, same page.
  if (wire === "responses" && kind === "json_schema" && schema !== null && !isStrict(schema))
    return {
      status: 400,
      message: "Invalid schema for response_format: 'additionalProperties' or 'required'.",
    };
  // “Extended thinking: tool_choice any or tool is not supported”, Anthropic's documentation of tool use.
  const thinking: unknown = body["thinking"];
  const thinks =
    typeof thinking === "object" &&
    thinking !== null &&
    JSON.stringify(thinking).includes("disabled") === false;
  if (wire === "messages" && kind === "tool" && thinks)
    return { status: 400, message: "Thinking may not be enabled when tool_choice forces tool use." };
  return null;
}

function isStrict({
  properties,
  required = [],
  items,
  anyOf = [],
  additionalProperties,
}: JsonSchema): boolean {
  const keys = Object.keys(properties ?? {});
  const isWhole =
    properties === undefined ||
    (additionalProperties === false && keys.every((key) => required.includes(key)));
  const inner = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...anyOf];
  return isWhole && inner.every(isStrict);
}

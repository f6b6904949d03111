import type { ProviderRequest } from "./reply";

export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  additionalProperties?: unknown;
  nullable?: boolean;
};

export const formKinds = ["json_schema", "tool", "json_object", "text"] as const;
/** How a request asks for the form of its answer; `text` where nothing but its words do. */
export type FormKind = (typeof formKinds)[number];

export type RequestForm = {
  kind: FormKind;
  /** The JSON Schema that the request carries, in a field or in its words; `null` where it carries none. */
  schema: JsonSchema | null;
  /** The one tool that must be called. */
  tool: string | null;
};

/** What a request says of the form of its answer, by the vendors' documentation that the wires name. */
export function readForm({ wire, body }: Pick<ProviderRequest, "wire" | "body">): RequestForm {
  const tool = readForcedTool(wire, body);
  if (tool !== null) return { kind: "tool", ...tool };
  const { isJson, schema } = readFormat(wire, body);
  if (schema !== null) return { kind: "json_schema", schema, tool: null };
  const written = findWrittenSchema(body);
  return { kind: isJson ? "json_object" : "text", schema: written, tool: null };
}

/** Whether the answer is asked for by a schema that has all these fields at its top. */
export function isAskedFor(request: Pick<ProviderRequest, "wire" | "body">, ...fields: string[]): boolean {
  const { properties = {} } = readForm(request).schema ?? {};
  return fields.every((field) => field in properties);
}

/** A list of objects with an instruction each. */
export function isPlanAsked(request: Pick<ProviderRequest, "wire" | "body">): boolean {
  const { properties = {} } = readForm(request).schema ?? {};
  return Object.values(properties).some(({ items }) => items?.properties?.["instruction"] !== undefined);
}

/** Every text that is said in the request, as it is; what describes tools and forms is left out. */
export function listTexts({ tools: _tools, response_format: _format, text: _text, ...said }: Json): string[] {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  for (const field of ["messages", "input", "instructions", "contents", "system", "systemInstruction"])
    walk(said[field]);
  return texts;
}

type Json = Record<string, unknown>;

/** The one that is named, or the only one there is where one must be called. */
function readForcedTool(wire: ProviderRequest["wire"], body: Json): Omit<RequestForm, "kind"> | null {
  const tools = toList(body["tools"]).flatMap((tool) =>
    wire === "gemini"
      ? toList(tool["functionDeclarations"])
      : wire === "chat"
        ? [toObject(tool["function"])]
        : [tool],
  );
  const [only, ...others] = tools;
  const named = readNamedTool(wire, body);
  const isForced = named === anyTool && others.length === 0;
  const forced = isForced ? only : tools.find(({ name }) => name === named);
  if (forced === undefined) return null;
  const schema = ["parameters", "parametersJsonSchema", "input_schema"].find((field) => field in forced);
  return { schema: toSchema(forced[schema ?? ""]), tool: String(forced["name"]) };
}

const anyTool = Symbol("any tool");

function readNamedTool(wire: ProviderRequest["wire"], body: Json): unknown {
  const choice = body["tool_choice"];
  if (wire === "gemini") {
    const { mode, allowedFunctionNames } = toObject(toObject(body["toolConfig"])["functionCallingConfig"]);
    const allowed: unknown[] = Array.isArray(allowedFunctionNames) ? allowedFunctionNames : [];
    return allowed.length === 1 ? allowed[0] : mode === "ANY" ? anyTool : null;
  }
  if (choice === "required" || toObject(choice)["type"] === "any") return anyTool;
  return wire === "chat" ? toObject(toObject(choice)["function"])["name"] : toObject(choice)["name"];
}

function readFormat(
  wire: ProviderRequest["wire"],
  body: Json,
): { isJson: boolean; schema: JsonSchema | null } {
  switch (wire) {
    case "chat": {
      const format = toObject(body["response_format"]);
      const schema = toSchema(toObject(format["json_schema"])["schema"]);
      return { isJson: format["type"] === "json_object", schema };
    }
    case "responses": {
      const format = toObject(toObject(body["text"])["format"]);
      return { isJson: format["type"] === "json_object", schema: toSchema(format["schema"]) };
    }
    case "messages": {
      const format = toObject(toObject(body["output_config"])["format"] ?? body["output_format"]);
      return { isJson: false, schema: toSchema(format["schema"]) };
    }
    case "gemini": {
      const { responseMimeType, responseSchema, responseJsonSchema } = toObject(body["generationConfig"]);
      const schema = toSchema(responseSchema ?? responseJsonSchema);
      return { isJson: responseMimeType === "application/json", schema };
    }
  }
}

/** JSON Schema of an object in the words of the prompt. */
function findWrittenSchema(body: Json): JsonSchema | null {
  for (const text of listTexts(body)) {
    for (const { index } of text.matchAll(/\{\s*"(?:\$schema|type|properties)"/g)) {
      const schema = toSchema(parse(text.slice(index, findEnd(text, index))));
      if (schema?.properties !== undefined) return schema;
    }
  }
  return null;
}

function findEnd(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (isString && char === "\\") index += 1;
    else if (char === '"') isString = !isString;
    else if (!isString && char === "{") depth += 1;
    else if (!isString && char === "}" && (depth -= 1) === 0) return index + 1;
  }
  return start;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toSchema(value: unknown): JsonSchema | null {
  return typeof value === "object" && value !== null ? value : null;
}

function toObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function toList(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

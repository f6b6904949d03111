import type { ProviderRequest, WireName } from "./reply";

/** What a request to a model says, in no vendor's terms. */
export type RequestView = {
  /** The system text, wherever the vendor puts it. */
  system: string;
  /** The conversation without the system text, each message in the vendor's own form. */
  messages: unknown[];
  tools: string[];
  /** `null` when the vendor's default is meant. */
  toolChoice: "auto" | "none" | null;
  temperature: number | null;
  /** Calls and results of tools by the id that pairs them, in order. */
  calls: { id: string; name: string }[];
  results: string[];
  /** Pictures in base64. */
  pictures: string[];
};

export function readModelRequest({ wire, body }: ProviderRequest): RequestView {
  return readers[wire](body);
}

type Json = Record<string, unknown>;

const readers: Record<WireName, (body: Json) => RequestView> = {
  responses: readResponses,
  chat: readChat,
  gemini: readGemini,
  messages: readMessages,
};

function readResponses(body: Json): RequestView {
  const input = toList(body["input"]);
  const isSystem = ({ role }: Json) => role === "system" || role === "developer";
  const calls = input.filter(({ type }) => type === "function_call");
  const pictures = input
    .flatMap(({ content }) => toList(content))
    .filter(({ type }) => type === "input_image");
  return {
    system: toText(input.filter(isSystem).map(({ content }) => content)),
    messages: input.filter((item) => !isSystem(item)),
    tools: toList(body["tools"]).map(({ name }) => String(name)),
    toolChoice: toChoice(body["tool_choice"]),
    temperature: toNumber(body["temperature"]),
    calls: calls.map(({ call_id, name }) => ({ id: String(call_id), name: String(name) })),
    results: input
      .filter(({ type }) => type === "function_call_output")
      .map(({ call_id }) => String(call_id)),
    pictures: pictures.map(({ image_url }) => toBase64(image_url)),
  };
}

function readChat(body: Json): RequestView {
  const all = toList(body["messages"]);
  const calls = all.flatMap(({ tool_calls }) => toList(tool_calls));
  const pictures = all.flatMap(({ content }) => toList(content)).filter(({ type }) => type === "image_url");
  return {
    system: toText(all.filter(({ role }) => role === "system").map(({ content }) => content)),
    messages: all.filter(({ role }) => role !== "system"),
    tools: toList(body["tools"]).map((tool) => String(toObject(tool["function"])["name"])),
    toolChoice: toChoice(body["tool_choice"]),
    temperature: toNumber(body["temperature"]),
    calls: calls.map((call) => ({
      id: String(call["id"]),
      name: String(toObject(call["function"])["name"]),
    })),
    results: all.filter(({ role }) => role === "tool").map(({ tool_call_id }) => String(tool_call_id)),
    pictures: pictures.map(({ image_url }) => toBase64(toObject(image_url)["url"])),
  };
}

function readGemini(body: Json): RequestView {
  const contents = toList(body["contents"]);
  const parts = contents.flatMap((content) => toList(content["parts"]));
  const choice = toObject(toObject(body["toolConfig"])["functionCallingConfig"])["mode"];
  const calls = parts.filter((part) => "functionCall" in part).map((part) => toObject(part["functionCall"]));
  const results = parts
    .filter((part) => "functionResponse" in part)
    .map((part) => toObject(part["functionResponse"]));
  return {
    system: toText(toList(toObject(body["systemInstruction"])["parts"]).map(({ text }) => text)),
    messages: contents,
    tools: toList(body["tools"])
      .flatMap((tool) => toList(tool["functionDeclarations"]))
      .map(({ name }) => String(name)),
    toolChoice: toChoice(typeof choice === "string" ? choice.toLowerCase() : null),
    temperature: toNumber(toObject(body["generationConfig"])["temperature"]),
    calls: calls.map(({ id, name }) => ({ id: String(id), name: String(name) })),
    results: results.map(({ id }) => String(id)),
    pictures: parts
      .filter((part) => "inlineData" in part)
      .map((part) => String(toObject(part["inlineData"])["data"])),
  };
}

function readMessages(body: Json): RequestView {
  const messages = toList(body["messages"]);
  const blocks = messages.flatMap(({ content }) => toList(content));
  return {
    system:
      typeof body["system"] === "string"
        ? body["system"]
        : toText(toList(body["system"]).map(({ text }) => text)),
    messages,
    tools: toList(body["tools"]).map(({ name }) => String(name)),
    toolChoice: toChoice(toObject(body["tool_choice"])["type"]),
    temperature: toNumber(body["temperature"]),
    calls: blocks
      .filter(({ type }) => type === "tool_use")
      .map(({ id, name }) => ({ id: String(id), name: String(name) })),
    results: blocks
      .filter(({ type }) => type === "tool_result")
      .map(({ tool_use_id }) => String(tool_use_id)),
    pictures: blocks
      .filter(({ type }) => type === "image")
      .map(({ source }) => String(toObject(source)["data"])),
  };
}

function toList(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

function toObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function toText(parts: unknown[]): string {
  return parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("\n");
}

function toChoice(value: unknown): "auto" | "none" | null {
  return value === "auto" || value === "none" ? value : null;
}

function toNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function toBase64(url: unknown): string {
  return String(url).replace(/^data:[^,]*,/, "");
}

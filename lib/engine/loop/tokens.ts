import { asSchema, type ModelMessage, type ToolSet } from "ai";

/** About 4 characters a token, 2 for Chinese, Japanese and Korean. An estimate to plan with, not a count. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) >= 0x2e80) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide / 2);
}

/** What a picture costs in the input, about, with every vendor. */
export const imageTokens = 1_000;

const known = new WeakMap<ModelMessage, number>();

export function estimateMessageTokens(message: ModelMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const tokens =
    4 +
    (typeof message.content === "string"
      ? estimateTokens(message.content)
      : sum(message.content.map(estimatePart)));
  known.set(message, tokens);
  return tokens;
}

export function estimateInputTokens(instructions: string, messages: readonly ModelMessage[]): number {
  return estimateTokens(instructions) + sum(messages.map(estimateMessageTokens));
}

/** What the tools that are offered take of every call. */
export function estimateToolTokens(tools: ToolSet, offered: readonly string[]): number {
  return sum(offered.map((name) => estimateTool(name, tools[name])));
}

/** What stands around a tool's name, words and schema. */
const frameTokens = 15;
/** Of a schema that is not there yet. */
const usualSchemaTokens = 150;

function estimateTool(name: string, tool: ToolSet[string] | undefined): number {
  if (tool === undefined) return 0;
  const { description, inputSchema } = tool;
  const words = `${name} ${typeof description === "string" ? description : ""}`;
  return frameTokens + estimateTokens(words) + estimateSchema(inputSchema);
}

const knownSchemas = new WeakMap<object, number>();

function estimateSchema(schema: ToolSet[string]["inputSchema"]): number {
  const before = knownSchemas.get(schema);
  if (before !== undefined) return before;
  const { jsonSchema } = asSchema(schema);
  if ("then" in jsonSchema) return usualSchemaTokens;
  const tokens = estimateTokens(JSON.stringify(jsonSchema));
  knownSchemas.set(schema, tokens);
  return tokens;
}

function estimatePart(part: Exclude<ModelMessage["content"], string>[number]): number {
  if (part.type === "text" || part.type === "reasoning") return estimateTokens(part.text);
  if (part.type === "file" || part.type === "image") return imageTokens;
  if (part.type === "tool-call") return 10 + estimateTokens(JSON.stringify(part.input ?? null));
  if (part.type === "tool-result") return 10 + estimateTokens(JSON.stringify(part.output));
  return 10;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import type { ModelMessage, ToolSet } from "ai";

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

/** A tool's schema takes about so much beside its description. */
const schemaTokens = 150;

/** What the tools that are offered take of every call. */
export function estimateToolTokens(tools: ToolSet, offered: readonly string[]): number {
  const descriptions = offered.map((name) => tools[name]?.description);
  return sum(
    descriptions.map(
      (description) => schemaTokens + (typeof description === "string" ? estimateTokens(description) : 0),
    ),
  );
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

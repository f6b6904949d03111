import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";

/**
 * Drops other providers' reasoning from the history: its signatures mean nothing here, and vendors refuse or
 * warn about reasoning they cannot verify. `key` is the name under which the provider marks its own parts.
 */
export function keepOwnReasoning(
  params: LanguageModelV4CallOptions,
  key: string,
): LanguageModelV4CallOptions {
  const hasForeign = params.prompt.some(
    (message) => message.role === "assistant" && message.content.some((part) => isForeign(part, key)),
  );
  if (!hasForeign) return params;
  return { ...params, prompt: params.prompt.flatMap((message) => withoutForeign(message, key)) };
}

function withoutForeign(message: LanguageModelV4Message, key: string): LanguageModelV4Message[] {
  if (message.role !== "assistant") return [message];
  const content = message.content.filter((part) => !isForeign(part, key));
  return content.length === 0 ? [] : [{ ...message, content }];
}

function isForeign(part: { type: string; providerOptions?: Record<string, unknown> }, key: string): boolean {
  if (part.type !== "reasoning" && part.type !== "reasoning-file") return false;
  const marks = Object.keys(part.providerOptions ?? {});
  return marks.length > 0 ? !marks.includes(key) : vendorsThatSign.includes(key);
}

/** These mark every reasoning part that they accept back; the others' reasoning is plain text. */
const vendorsThatSign = ["google", "openai", "anthropic"];

import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { thinksAdaptively } from "./anthropic";
import { toModelRef, type CompatibleServer } from "./models-config";

type Named = Pick<CompatibleServer, "baseURL"> & { name: string };
type PrefixMark = Record<string, true>;

/**
 * How vendors are told that the last message is the beginning of the answer. After “Chat Prefix Completion”
 * of DeepSeek, “Prefix” of Mistral, and “Partial Mode” of Moonshot and Alibaba, November 2026.
 */
const marks: readonly { servers: RegExp; mark: PrefixMark }[] = [
  { servers: /(?:^|[\s.])mistral(?:[\s.]|$)/, mark: { prefix: true } },
  { servers: /(?:^|[\s.])deepseek[\s.].*\/beta\b/, mark: { prefix: true } },
  { servers: /(?:^|[\s.])(?:moonshot|kimi|dashscope(?:-\w+)?)[\s.]/, mark: { partial: true } },
];

/** By the server's address or the name it was set up under; `null` where none is known. */
function findMark({ name, baseURL }: Named): PrefixMark | null {
  const url = URL.parse(baseURL);
  const words = `${name} ${url?.hostname ?? ""} ${url?.pathname ?? ""}`.toLowerCase();
  return marks.find(({ servers }) => servers.test(words))?.mark ?? null;
}

/** Whether a model goes on from the beginning of an answer: Claude up to 4.5, and servers that say so. */
export function takesPrefix(ref: string, servers: readonly Named[]): boolean {
  const { provider, model } = toModelRef(ref);
  if (provider === "anthropic") return !thinksAdaptively(model);
  const server = servers.find(({ name }) => name === provider);
  return server !== undefined && findMark(server) !== null;
}

/** Marks the beginning of an answer at the end of a prompt as its server wants it. */
export function markPrefix(params: LanguageModelV4CallOptions, server: Named): LanguageModelV4CallOptions {
  const last = params.prompt.at(-1);
  const mark = findMark(server);
  if (last?.role !== "assistant" || mark === null) return params;
  const marked = { ...last, providerOptions: { ...last.providerOptions, openaiCompatible: mark } };
  return { ...params, prompt: [...params.prompt.slice(0, -1), marked] };
}

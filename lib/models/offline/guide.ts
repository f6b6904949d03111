import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { estimateTokenCount } from "tokenx";
import { decide } from "./decide";
import { readPrompt, type PromptReading } from "./prompt-reader";
import { listStreamParts, toStream, type Reply } from "./stream";
import type { Step } from "./answers";

/**
 * The offline guide: rules in the shape of a language model. It needs no key, sees only what any model sees, and says the
 * same to the same prompt; only the ids of its tool calls differ, which `newId` makes.
 */
export function createGuide({
  newId = () => crypto.randomUUID(),
}: { newId?: () => string } = {}): LanguageModelV4 {
  const reply = (options: LanguageModelV4CallOptions) => {
    options.abortSignal?.throwIfAborted();
    return toReply(options, newId);
  };
  return {
    specificationVersion: "v4",
    provider: "offline",
    modelId: "guide",
    supportedUrls: {},
    doGenerate: async (options) => ({ ...reply(options), warnings: [] }),
    doStream: async (options) => ({ stream: toStream(listStreamParts(reply(options)), options.abortSignal) }),
  };
}

function toReply(options: LanguageModelV4CallOptions, newId: () => string): Reply {
  const reading = readPrompt(options);
  const content = asksForTitle(reading)
    ? [{ type: "text" as const, text: reading.question.split("\n")[0]?.slice(0, 60) || "…" }]
    : toContent(decide(reading), newId);
  const calls = content.some((part) => part.type === "tool-call");
  return {
    content,
    finishReason: { unified: calls ? "tool-calls" : "stop", raw: undefined },
    usage: estimateUsage(options.prompt, content),
  };
}

/** Whether a short title is wanted rather than an answer: the system text says so and names no style. */
function asksForTitle({ system }: PromptReading): boolean {
  return /\btitle\b/iu.test(system) && !system.includes("<style ");
}

function toContent(step: Step, newId: () => string): LanguageModelV4Content[] {
  if (step.kind === "say") return [{ type: "text", text: step.text }];
  const thought: LanguageModelV4Content[] =
    step.thought === "" ? [] : [{ type: "reasoning", text: step.thought }];
  const calls = step.calls.map(({ tool, input }): LanguageModelV4Content => ({
    type: "tool-call",
    toolCallId: `guide-${newId()}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return [...thought, ...calls];
}

/** The guide counts no tokens: these are estimates by length. Files weigh nothing, for the guide does not read them. */
function estimateUsage(
  prompt: LanguageModelV4Prompt,
  content: LanguageModelV4Content[],
): LanguageModelV4Usage {
  const withoutFiles = (key: string, value: unknown) => (key === "data" ? undefined : value);
  const input = estimateTokenCount(JSON.stringify(prompt, withoutFiles));
  const thoughts = content.map((part) => (part.type === "reasoning" ? part.text : ""));
  const reasoning = estimateTokenCount(thoughts.join(""));
  const text = estimateTokenCount(JSON.stringify(content.filter(({ type }) => type !== "reasoning")));
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + reasoning, text, reasoning },
  };
}

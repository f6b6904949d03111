import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { estimateTokenCount } from "tokenx";
import { decide } from "./decide";
import { readPrompt } from "./prompt-reader";
import { listStreamParts, toStream } from "./stream";
import type { Step } from "./task";
import { asksForTitle, writeTitle } from "./title";

export type Reply = {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
};

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
  const content = asksForTitle(reading) ? [toText(writeTitle(reading))] : toContent(decide(reading), newId);
  const calls = content.some((part) => part.type === "tool-call");
  return {
    content,
    finishReason: { unified: calls ? "tool-calls" : "stop", raw: undefined },
    usage: estimateUsage(options, content),
  };
}

function toContent(step: Step, newId: () => string): LanguageModelV4Content[] {
  const thought: LanguageModelV4Content[] =
    step.thought === "" ? [] : [{ type: "reasoning", text: step.thought }];
  if (step.kind === "say") return [...thought, toText(step.text)];
  const calls = step.calls.map(({ tool, input }): LanguageModelV4Content => ({
    type: "tool-call",
    toolCallId: `guide-${newId()}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return [...thought, ...calls];
}

function toText(text: string): LanguageModelV4Content {
  return { type: "text", text };
}

/** The guide counts no tokens; these are estimates by length, and they cost nothing. */
function estimateUsage(
  options: LanguageModelV4CallOptions,
  content: LanguageModelV4Content[],
): LanguageModelV4Usage {
  const input = options.prompt.reduce((sum, message) => sum + countMessage(message), 0);
  const count = (type: "text" | "reasoning") =>
    content.reduce(
      (sum, part) => sum + (part.type === type && "text" in part ? estimateTokenCount(part.text) : 0),
      0,
    );
  const calls = content.reduce(
    (sum, part) => sum + (part.type === "tool-call" ? estimateTokenCount(part.input) + 8 : 0),
    0,
  );
  const reasoning = count("reasoning");
  const text = count("text") + calls;
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + reasoning, text, reasoning },
  };
}

/** Files weigh nothing: the guide does not read them. */
function countMessage(message: LanguageModelV4Message): number {
  if (message.role === "system") return estimateTokenCount(message.content);
  const texts = message.content.map((part) =>
    "text" in part ? part.text : "output" in part ? JSON.stringify(part.output) : "",
  );
  return estimateTokenCount(texts.join("\n")) + 4;
}

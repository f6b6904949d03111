import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4Usage,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { estimateTokenCount } from "tokenx";
import { guideUnanswered } from "@/lib/protocol/chat-message";
import { decide } from "./decide";
import { readPrompt, type PromptReading } from "./prompt-reader";
import type { GuideStep } from "./answers";

/**
 * The offline guide: rules in the shape of a language model. It needs no key, sees only what any model sees,
 * and says the same to the same prompt; only the ids of its tool calls differ, which `newId` makes.
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

function toReply(options: LanguageModelV4CallOptions, newId: () => string): GuideReply {
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

/** Tells the interface that here is no answer, so that it can offer to connect a model. */
const unanswered: LanguageModelV4Content = { type: "custom", kind: guideUnanswered };

function toContent(step: GuideStep, newId: () => string): LanguageModelV4Content[] {
  if (step.kind === "say")
    return [{ type: "text", text: step.text }, ...(step.isUnanswered === true ? [unanswered] : [])];
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

/** The guide counts no tokens: estimates by length. Files weigh nothing, for it does not read them. */
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

type GuideReply = {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
};

/** The reply as stream parts: reasoning and text in pieces of a word, tool calls with their whole input. */
function* listStreamParts(reply: GuideReply): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "response-metadata", modelId: "guide" };
  for (const [index, part] of reply.content.entries()) yield* listParts(part, String(index));
  yield { type: "finish", usage: reply.usage, finishReason: reply.finishReason };
}

function* listParts(part: LanguageModelV4Content, id: string): Generator<LanguageModelV4StreamPart> {
  if (part.type === "text" || part.type === "reasoning") {
    yield { type: `${part.type}-start`, id };
    for (const delta of listPieces(part.text)) yield { type: `${part.type}-delta`, id, delta };
    yield { type: `${part.type}-end`, id };
  } else if (part.type === "tool-call") {
    yield { type: "tool-input-start", id: part.toolCallId, toolName: part.toolName };
    yield { type: "tool-input-delta", id: part.toolCallId, delta: part.input };
    yield { type: "tool-input-end", id: part.toolCallId };
    yield part;
  } else if (part.type === "custom") yield part;
}

/** A word with the space after it, or up to two Han characters. */
function listPieces(text: string): string[] {
  return text.match(/\p{Script=Han}{1,2}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];
}

/** Serves parts as they are read; stopping ends it with the signal's reason. */
function toStream(
  parts: Iterator<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    pull(controller) {
      if (signal?.aborted === true) return controller.error(signal.reason);
      const { done, value } = parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

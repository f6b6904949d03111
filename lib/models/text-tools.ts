import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { unreadableEnd } from "@/lib/protocol/unreadable-end";
import { isThought } from "@/lib/protocol/thought-metadata";
import { toTextTools, type TextTool } from "./text-tools/action-shapes";
import { createActionStream } from "./text-tools/action-stream";
import { readAction, type Reading } from "./text-tools/read-action";
import { toHint, toTextPrompt } from "./text-tools/text-prompt";

/**
 * Gives tool calls to a model without them: its instructions describe the tools, and its text is read into
 * the parts that others send. What cannot be read is asked for again twice, then it is the answer.
 */
export function createTextToolsModel(
  model: LanguageModelV4,
  createId: () => string = () => crypto.randomUUID(),
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doStream(options) {
      const { params, tools, isPlain } = toTextCall(options);
      const result = await model.doStream(params);
      if (isPlain) return result;
      const stream = toStream(readStream({ model, params, tools, createId }, result));
      const isForced = ["required", "tool"].includes(options.toolChoice?.type ?? "auto");
      return { ...result, stream: isForced ? withWarning(stream) : stream };
    },
    async doGenerate(options) {
      const { params, tools, isPlain } = toTextCall(options);
      return isPlain ? model.doGenerate(params) : generate({ model, params, tools, createId });
    },
  };
}

/**
 * Nobody can hold a model that writes its calls as text to calling something: whoever asked for it is told.
 */
function withWarning(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): ReadableStream<LanguageModelV4StreamPart> {
  const warning = { type: "unsupported" as const, feature: "toolChoice" };
  return stream.pipeThrough(
    new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      transform: (part, controller) =>
        controller.enqueue(
          part.type === "stream-start" ? { ...part, warnings: [...part.warnings, warning] } : part,
        ),
    }),
  );
}

type TextCall = {
  model: LanguageModelV4;
  params: LanguageModelV4CallOptions;
  tools: TextTool[];
  createId: () => string;
};

const longestRetry = 2;

/** Without tools on offer and without calls in the history nothing needs to be read. */
function toTextCall({ tools = [], toolChoice, ...rest }: LanguageModelV4CallOptions) {
  const offered = toolChoice?.type === "none" ? [] : tools.filter((tool) => tool.type === "function");
  const hasHistory = rest.prompt.some((message) => message.role === "tool");
  const params: LanguageModelV4CallOptions = { ...rest, prompt: toTextPrompt(rest.prompt, offered) };
  return { params, tools: toTextTools(offered), isPlain: offered.length === 0 && !hasHistory };
}

async function* readStream(
  call: TextCall,
  first: LanguageModelV4StreamResult,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let result = first;
  let usage: LanguageModelV4Usage | undefined;
  for (let retry = 0; ; retry += 1) {
    const output = createActionStream(call.tools, call.createId);
    let hasThought = false;
    let finish: Extract<LanguageModelV4StreamPart, { type: "finish" }> | undefined;
    for await (const part of result.stream) {
      hasThought ||= part.type === "reasoning-delta";
      if (part.type === "text-delta") yield* output.push(part.delta);
      else if (part.type === "finish") finish = part;
      else if (part.type === "text-end" && isThought(part.providerMetadata)) yield* output.withdraw();
      else if (isWanted(part, retry)) yield part;
    }
    if (!finish) return;
    usage = addUsage(usage, finish.usage);
    const end = output.end(retry >= longestRetry, hasThought);
    yield* end.parts;
    if (end.kind !== "unreadable") {
      yield { ...finish, usage, finishReason: toFinishReason(end, finish.finishReason) };
      return;
    }
    result = await call.model.doStream(toRetry(call.params, output.held()));
  }
}

function isWanted(part: LanguageModelV4StreamPart, retry: number): boolean {
  if (part.type === "text-start" || part.type === "text-end") return false;
  return retry === 0 || (part.type !== "stream-start" && part.type !== "response-metadata");
}

async function generate(call: TextCall): Promise<LanguageModelV4GenerateResult> {
  let params = call.params;
  let usage: LanguageModelV4Usage | undefined;
  for (let retry = 0; ; retry += 1) {
    const result = await call.model.doGenerate(params);
    usage = addUsage(usage, result.usage);
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const reading = readAction(text, call.tools);
    if (reading.kind !== "unreadable" || retry >= longestRetry) {
      const others = result.content.filter((part) => part.type !== "text");
      const content = [...others, ...toContent(reading, text, call.createId)];
      return { ...result, content, usage, finishReason: toFinishReason(reading, result.finishReason) };
    }
    params = toRetry(call.params, text);
  }
}

function toContent(reading: Reading, text: string, createId: () => string): LanguageModelV4Content[] {
  if (reading.kind === "plain" || reading.kind === "unreadable") return [{ type: "text", text }];
  const thoughts = reading.thinking === "" ? [] : [{ type: "reasoning" as const, text: reading.thinking }];
  if (reading.kind === "answer") return [...thoughts, { type: "text", text: reading.text }];
  const calls = reading.calls.map(({ tool, input }) => ({
    type: "tool-call" as const,
    toolCallId: `call_${createId()}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return [...thoughts, ...calls];
}

function toRetry(params: LanguageModelV4CallOptions, output: string): LanguageModelV4CallOptions {
  return { ...params, prompt: [...params.prompt, ...toHint(output)] };
}

/** With another reason the tool loop would execute nothing. */
function toFinishReason({ kind }: { kind: string }, original: LanguageModelV4GenerateResult["finishReason"]) {
  if (kind === "raw") return { ...original, raw: unreadableEnd };
  return kind === "calls" ? { unified: "tool-calls" as const, raw: original.raw } : original;
}

function addUsage(sum: LanguageModelV4Usage | undefined, next: LanguageModelV4Usage): LanguageModelV4Usage {
  if (!sum) return next;
  const add = (a: number | undefined, b: number | undefined) =>
    a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
  const [input, output] = [sum.inputTokens, sum.outputTokens];
  return {
    inputTokens: {
      total: add(input.total, next.inputTokens.total),
      noCache: add(input.noCache, next.inputTokens.noCache),
      cacheRead: add(input.cacheRead, next.inputTokens.cacheRead),
      cacheWrite: add(input.cacheWrite, next.inputTokens.cacheWrite),
    },
    outputTokens: {
      total: add(output.total, next.outputTokens.total),
      text: add(output.text, next.outputTokens.text),
      reasoning: add(output.reasoning, next.outputTokens.reasoning),
    },
  };
}

/** A stream that pulls from a generator, and ends it when the reader leaves. */
function toStream<T>(source: AsyncGenerator<T>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await source.return(undefined);
    },
  });
}

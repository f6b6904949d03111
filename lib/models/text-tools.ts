import { ReadableStream as NodeStream } from "node:stream/web";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { rewriteParts } from "./rewrite-parts";
import { createTextReading, readContent } from "./text-reader";
import { toTextTools } from "./text-tools/action-shapes";
import { type CallPiece, createCallReader } from "./text-tools/call-reader";
import { toHint, toTextPrompt } from "./text-tools/text-prompt";

type Part = LanguageModelV4StreamPart;

const longestRetry = 2;

/**
 * Gives tool calls to a model without them: its instructions describe the tools, and its text is read into
 * the parts that others send. What cannot be read is asked for again twice, then it is the answer.
 */
export function createTextToolsModel(model: LanguageModelV4): LanguageModelV4 {
  const openReader = createTextReading();

  async function* readStream(call: OpenTextCall, first: LanguageModelV4StreamResult): AsyncGenerator<Part> {
    const { params, tools, warnings } = call;
    let result = first;
    let usage: LanguageModelV4Usage | undefined;
    for (let retry = 0; ; retry += 1) {
      const calls = createCallReader(tools, { isLast: retry >= longestRetry });
      for await (const part of rewriteParts(
        result.stream,
        openReader(() => calls),
      )) {
        const isRepeated = part.type === "stream-start" || part.type === "response-metadata";
        if (part.type === "finish") usage = addUsage(usage, part.usage);
        if (part.type === "stream-start" && retry === 0)
          yield { ...part, warnings: [...part.warnings, ...warnings] };
        else if (part.type !== "finish" && !(isRepeated && retry > 0)) yield part;
        else if (part.type === "finish" && calls.unread() === null)
          yield { ...part, usage: usage ?? part.usage };
      }
      const unread = calls.unread();
      if (unread === null) return;
      result = await model.doStream({ ...params, prompt: [...params.prompt, ...toHint(unread)] });
    }
  }

  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doStream(options) {
      const call = toTextCall(options);
      const result = await model.doStream(call.params);
      const stream = call.isPlain
        ? rewriteParts(result.stream, openReader(null))
        : (NodeStream.from(readStream(call, result)) as ReadableStream<Part>);
      return { ...result, stream };
    },
    async doGenerate(options) {
      const { params, tools, isPlain } = toTextCall(options);
      const result = await model.doGenerate(params);
      const isCut = result.finishReason.unified !== "stop";
      const content = result.content.flatMap((part) => readContent(part, isCut));
      return isPlain ? { ...result, content } : withCalls({ ...result, content }, tools);
    },
  };
}

type OpenTextCall = ReturnType<typeof toTextCall>;

/**
 * Without tools on offer and without calls in the history nothing needs to be read. Nobody can hold a model
 * that writes its calls as text to calling something: whoever asked for it is told.
 */
function toTextCall({ tools = [], toolChoice, ...rest }: LanguageModelV4CallOptions) {
  const offered = toolChoice?.type === "none" ? [] : tools.filter((tool) => tool.type === "function");
  const hasHistory = rest.prompt.some((message) => message.role === "tool");
  const isForced = toolChoice?.type === "required" || toolChoice?.type === "tool";
  return {
    params: { ...rest, prompt: toTextPrompt(rest.prompt, offered) },
    tools: toTextTools(offered),
    isPlain: offered.length === 0 && !hasHistory,
    warnings: isForced ? [{ type: "unsupported" as const, feature: "toolChoice" }] : [],
  };
}

function withCalls(
  result: LanguageModelV4GenerateResult,
  tools: OpenTextCall["tools"],
): LanguageModelV4GenerateResult {
  const calls = createCallReader(tools, { isLast: true });
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const begun = calls.push(text);
  const { kind, pieces } = calls.end({ isCut: false, hasThought: false });
  const read = [...begun, ...pieces].map(toContent);
  return {
    ...result,
    content: [...result.content.filter((part) => part.type !== "text"), ...read],
    ...(kind === "calls" && { finishReason: { ...result.finishReason, unified: "tool-calls" as const } }),
  };
}

function toContent(piece: CallPiece): LanguageModelV4Content {
  if (piece.kind !== "call") return { type: piece.kind === "text" ? "text" : "reasoning", text: piece.text };
  const { tool, input } = piece.call;
  const toolCallId = `call_${crypto.randomUUID()}`;
  return { type: "tool-call", toolCallId, toolName: tool, input: JSON.stringify(input) };
}

function addUsage(sum: LanguageModelV4Usage | undefined, next: LanguageModelV4Usage): LanguageModelV4Usage {
  if (!sum) return next;
  return {
    inputTokens: addEach(sum.inputTokens, next.inputTokens),
    outputTokens: addEach(sum.outputTokens, next.outputTokens),
  };
}

function addEach<COUNTS extends Record<string, number | undefined>>(sum: COUNTS, next: COUNTS): COUNTS {
  const add = (one: number | undefined, other: number | undefined) =>
    one === undefined ? other : one + (other ?? 0);
  return {
    ...sum,
    ...Object.fromEntries(Object.entries(next).map(([key, count]) => [key, add(sum[key], count)])),
  };
}

import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { AppError, isAppError } from "@/lib/errors";
import { isThought } from "@/lib/protocol/thought-metadata";
import type { TraceStanding } from "@/lib/features/traces/shape/traces";
import type { Recorder } from "./recorder";

type Watched = {
  recorder: Recorder;
  /** Which model of the chain speaks. */
  served: () => string;
  /** What the loop stood at when it decided on this call. */
  takeStanding: () => TraceStanding | null;
};

/**
 * The model, whose calls are recorded when they are over: until the first word nothing is done but a look at
 * the clock.
 */
export function watchModel(model: LanguageModelV4, watched: Watched): LanguageModelV4 {
  const { recorder } = watched;
  if (!recorder.isOn) return model;
  let before: string[] = [];
  const open = (call: LanguageModelV4CallOptions) =>
    createCallRecord(watched, call, { before: () => before, onKept: (messages) => void (before = messages) });
  return {
    ...model,
    provider: model.provider,
    modelId: model.modelId,
    doGenerate: (call) => model.doGenerate(call),
    async doStream(call) {
      const record = open(call);
      try {
        const result = await model.doStream(call);
        return { ...result, stream: watchStream(result.stream, record) };
      } catch (error) {
        record.end(error);
        throw error;
      }
    },
  };
}

type CallRecord = ReturnType<typeof createCallRecord>;

function watchStream(stream: ReadableStream<LanguageModelV4StreamPart>, record: CallRecord) {
  const reader = stream.getReader();
  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          record.end(null);
          return controller.close();
        }
        record.see(value);
        controller.enqueue(value);
      } catch (error) {
        record.end(error);
        controller.error(error);
      }
    },
    async cancel(reason) {
      record.end(new AppError("aborted", "The call was stopped.", { cause: reason }));
      await reader.cancel(reason);
    },
  });
}

type MessageHooks = { before: () => string[]; onKept: (messages: string[]) => void };

function createCallRecord(
  { recorder, served, takeStanding }: Watched,
  call: LanguageModelV4CallOptions,
  { before, onKept }: MessageHooks,
) {
  const startedAt = recorder.now();
  const parts: LanguageModelV4StreamPart[] = [];
  const standing = takeStanding();
  let firstMs: number | null = null;
  let isOver = false;
  return {
    see(part: LanguageModelV4StreamPart): void {
      if (firstMs === null && firstWords.has(part.type)) firstMs = recorder.now() - startedAt;
      if (!recorder.reasoningVisible && part.type.startsWith("reasoning")) return;
      const wasThought = part.type === "text-end" && isThought(part.providerMetadata);
      if (!recorder.reasoningVisible && wasThought) removeText(parts, part.id);
      else addPart(parts, part);
    },
    end(error: unknown): void {
      if (isOver) return;
      isOver = true;
      const messages = call.prompt.map((message) => keepMessage(recorder, message));
      const finish = parts.find((part) => part.type === "finish");
      recorder.addCall({
        kind: "call",
        at: startedAt,
        model: served(),
        messages,
        kept: countSame(before(), messages),
        tools: call.tools === undefined ? null : recorder.keepTools(call.tools),
        toolChoice: toChoice(call),
        maxOutputTokens: call.maxOutputTokens ?? null,
        standing,
        answer: parts as { type: string }[],
        firstMs,
        totalMs: recorder.now() - startedAt,
        finishReason: finish?.type === "finish" ? finish.finishReason.unified : null,
        error: error === null ? null : toTraceError(error),
      });
      onKept(messages);
    },
  };
}

const firstWords: ReadonlySet<string> = new Set([
  "text-delta",
  "reasoning-delta",
  "tool-input-start",
  "tool-call",
]);
/** What nobody reads again. */
const unread: ReadonlySet<string> = new Set(["raw", "ping", "response-metadata"]);

function removeText(parts: LanguageModelV4StreamPart[], id: string): void {
  const isText = (part: LanguageModelV4StreamPart) =>
    (part.type === "text-start" || part.type === "text-delta") && part.id === id;
  parts.splice(0, parts.length, ...parts.filter((part) => !isText(part)));
}

/** Deltas of one part become one. */
function addPart(parts: LanguageModelV4StreamPart[], part: LanguageModelV4StreamPart): void {
  if (unread.has(part.type)) return;
  const last = parts.at(-1);
  const isJoined = last !== undefined && "delta" in last && "delta" in part && last.type === part.type;
  if (isJoined && last.id === part.id) parts[parts.length - 1] = { ...last, delta: last.delta + part.delta };
  else parts.push(part);
}

function keepMessage(
  recorder: Recorder,
  { role, content }: LanguageModelV4CallOptions["prompt"][number],
): string {
  const isHidden = !recorder.reasoningVisible && role === "assistant";
  return recorder.keepMessage(
    role,
    isHidden ? content.filter(({ type }) => !type.startsWith("reasoning")) : content,
  );
}

function countSame(one: readonly string[], other: readonly string[]): number {
  const at = other.findIndex((id, index) => one[index] !== id);
  return at === -1 ? other.length : at;
}

/** The choice of tools of a call, in a word, or with the name of the one that must be called. */
export function toChoice({
  tools,
  toolChoice,
}: Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">): string {
  if (tools === undefined || tools.length === 0) return "none";
  return toolChoice?.type === "tool" ? `tool ${toolChoice.toolName}` : (toolChoice?.type ?? "auto");
}

/** The cause is for the log. */
export function toTraceError(error: unknown): { code: string; message: string } {
  return isAppError(error)
    ? { code: error.code, message: error.message }
    : { code: "internal", message: error instanceof Error ? error.name : "The call failed." };
}

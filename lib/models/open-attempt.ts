import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4StreamResult } from "@ai-sdk/provider";
import { AppError } from "@/lib/errors";
import { type Alarm, createAlarm } from "./alarm";
import { toModelError } from "./model-errors";
import { findProviderNames } from "./provider-names";

export type Attempt = { ref: string; firstChunkMs: number; chunkMs: number };

/**
 * Calls a model and reads up to its first content, so that a failure before anything was shown is a rejection and another model
 * can be tried. After it, a silence longer than `chunkMs` ends the stream with an error.
 */
export async function openAttempt(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  attempt: Attempt,
): Promise<LanguageModelV4StreamResult> {
  const { ref, firstChunkMs } = attempt;
  const alarm = createAlarm(options.abortSignal);
  alarm.start(firstChunkMs, () => toSilence(ref, firstChunkMs, "did not begin to answer"));
  try {
    return await Promise.race([openStream(model, { ...options, abortSignal: alarm.signal }, alarm, attempt), alarm.failed]);
  } catch (error) {
    alarm.end(error);
    throw error;
  }
}

async function openStream(model: LanguageModelV4, options: LanguageModelV4CallOptions, alarm: Alarm, attempt: Attempt) {
  const result = await model.doStream(options);
  const reader = result.stream.getReader();
  const head = await readHead(reader, alarm);
  const { ref, chunkMs } = attempt;
  alarm.start(chunkMs, () => toSilence(ref, chunkMs, "fell silent in the middle of its answer"));
  alarm.rest();
  return { ...result, stream: createRest({ head, reader, alarm, ref }) };
}

type Reader = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

/** Parts up to and with the first content. `ping`s prove that the model is alive and are dropped. */
async function readHead(reader: Reader, alarm: Alarm): Promise<LanguageModelV4StreamPart[]> {
  const head: LanguageModelV4StreamPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The stream ended before it began.");
    if (value.type === "error") throw value.error;
    if (value.type === "finish" && brokenEnds.has(value.finishReason.unified))
      throw new Error(`It ended with ${value.finishReason.unified}.`);
    if (value.type === "ping") alarm.listen();
    else head.push(value);
    if (!preamble.has(value.type)) return head;
  }
}

const preamble = new Set<LanguageModelV4StreamPart["type"]>(["stream-start", "response-metadata", "raw", "ping"]);
/** Without any content these mean that the vendor broke off. */
const brokenEnds = new Set<string>(["error", "interrupted", "other"]);

type Rest = { head: LanguageModelV4StreamPart[]; reader: Reader; alarm: Alarm; ref: string };

/** What was read ahead, then the live stream, with the vendor's errors turned into ours. A stop by the caller passes as it is. */
function createRest({ head, reader, alarm, ref }: Rest): ReadableStream<LanguageModelV4StreamPart> {
  let isOver = false;
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of head) controller.enqueue(part);
      alarm.failed.catch((error: unknown) => {
        if (isOver) return;
        isOver = true;
        alarm.end(error);
        controller.error(error);
        reader.cancel(error).catch(() => {});
      });
    },
    async pull(controller) {
      alarm.listen();
      try {
        const { done, value } = await reader.read();
        alarm.rest();
        if (isOver) return;
        if (!done) return controller.enqueue(value.type === "error" ? { type: "error", error: toModelError(value.error, ref) } : value);
        isOver = true;
        alarm.end();
        controller.close();
      } catch (error) {
        if (isOver) return;
        isOver = true;
        alarm.end();
        controller.error(alarm.isStopped() ? error : toModelError(error, ref));
      }
    },
    cancel(reason) {
      isOver = true;
      alarm.end(reason ?? new Error("The reader left."));
      return reader.cancel(reason);
    },
  });
}

function toSilence(ref: string, ms: number, what: string): AppError {
  return new AppError("model_unavailable", `${findProviderNames(ref).name} ${what} within ${Math.round(ms / 1000)} s (${ref}).`);
}

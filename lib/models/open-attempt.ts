import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import type { CallAdmission } from "@/lib/breakers/breaker";
import { AppError } from "@/lib/errors";
import { type Alarm, alarms, createAlarm } from "./alarm";
import { type ModelFailure, toModelFailure } from "./model-errors";
import { createPartReader, type LeftOut, type PartReader } from "./part-reader";
import { findProviderNames } from "./provider-names";
import type { StreamLimits } from "./stream-limits";

export type ModelAttempt = {
  ref: string;
  limits: StreamLimits;
  admission: CallAdmission;
  onLeftOut?: ((left: LeftOut) => void) | undefined;
};

/**
 * Calls a model and reads up to its first content, so that a failure before anything was shown is a rejection
 * and another model can be tried; its breaker hears of that from the caller. After it, a limit that passes
 * ends the stream with an error, and the breaker is told how the stream ended.
 */
export async function openAttempt(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  attempt: ModelAttempt,
): Promise<LanguageModelV4StreamResult> {
  const { ref, limits } = attempt;
  const alarm = createAlarm(options.abortSignal);
  alarm.start(limits.firstChunkMs, () => toLateness(ref, limits.firstChunkMs, "did not begin to answer"));
  alarm.limit(limits.callMs, () => toLateness(ref, limits.callMs, "did not finish its answer"));
  try {
    return await Promise.race([
      openStream(model, { ...options, abortSignal: alarm.signal }, alarm, attempt),
      alarm.failed,
    ]);
  } catch (error) {
    alarm.end(error);
    throw error;
  }
}

async function openStream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  alarm: Alarm,
  attempt: ModelAttempt,
) {
  const result = await alarms.run(alarm, () => model.doStream(options));
  const reader = createPartReader(result.stream.getReader(), attempt.onLeftOut);
  const head = await readHead(reader, alarm);
  const { ref, limits, admission } = attempt;
  alarm.start(limits.silenceMs, () =>
    toLateness(ref, limits.silenceMs, "said nothing more in the middle of its answer"),
  );
  alarm.rest();
  await admission.began();
  return { ...result, stream: createRest({ head, reader, alarm, ref, admission }) };
}

/** Parts up to and with the first content. `ping`s prove that the model is alive and are dropped. */
async function readHead(reader: PartReader, alarm: Alarm): Promise<LanguageModelV4StreamPart[]> {
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

const preamble = new Set<LanguageModelV4StreamPart["type"]>([
  "stream-start",
  "response-metadata",
  "raw",
  "ping",
]);
/** Without any content these mean that the vendor broke off. */
export const brokenEnds = new Set<string>(["error", "interrupted", "other"]);

type Rest = {
  head: LanguageModelV4StreamPart[];
  reader: PartReader;
  alarm: Alarm;
  ref: string;
  admission: CallAdmission;
};

/** What was read ahead, then the live stream, the vendor's errors as ours. A caller's stop passes as is. */
function createRest({
  head,
  reader,
  alarm,
  ref,
  admission,
}: Rest): ReadableStream<LanguageModelV4StreamPart> {
  let isOver = false;
  const fail = (thrown: unknown): unknown => {
    const failure = alarm.isStopped() ? null : toModelFailure(thrown, ref, { isBegun: true });
    void (failure === null ? admission.released() : reportFailure(admission, failure));
    return failure?.error ?? thrown;
  };
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of head) controller.enqueue(part);
      alarm.failed.catch((error: unknown) => {
        if (isOver) return;
        isOver = true;
        alarm.end(error);
        controller.error(fail(error));
        reader.cancel(error).catch(() => {});
      });
    },
    async pull(controller) {
      alarm.listen();
      try {
        const { done, value } = await reader.read();
        alarm.rest();
        if (isOver) return;
        if (!done)
          return controller.enqueue(
            value.type === "error" ? { type: "error", error: fail(value.error) } : value,
          );
        isOver = true;
        alarm.end();
        await admission.succeeded();
        controller.close();
      } catch (error) {
        if (isOver) return;
        isOver = true;
        alarm.end();
        controller.error(fail(error));
      }
    },
    cancel(reason) {
      isOver = true;
      alarm.end(reason ?? new Error("The reader left."));
      void admission.released();
      return reader.cancel(reason);
    },
  });
}

/** Only what the next call would meet too counts against a model. */
export function reportFailure(admission: CallAdmission, { error, isOutage }: ModelFailure): Promise<void> {
  return isOutage ? admission.failed(error.message) : admission.released();
}

export function toLateness(ref: string, ms: number, what: string): AppError {
  return new AppError(
    "model_unavailable",
    `${findProviderNames(ref).name} ${what} within ${Math.round(ms / 1000)} s (${ref}).`,
  );
}

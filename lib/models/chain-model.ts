import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { createBreakers } from "@/lib/breakers/breakers";
import { alarms, createAlarm } from "./alarm";
import { continueStream } from "./continue-stream";
import { toModelRef } from "./models-config";
import { openAttempt, toLateness } from "./open-attempt";
import type { LeftOut } from "./part-reader";
import { pickLimits, type StreamLimits } from "./stream-limits";
import { type Chain, type ModelChainOptions, tryChain } from "./try-chain";

/**
 * Tries each reference of a chain until one begins to answer: three attempts for what may pass in a moment,
 * with waits of 0.5 s and 2 s or as the vendor asks, then the next. A time limit leads to the next at once; a
 * model whose breaker is open is not called, but somebody else's trial of it is awaited if nothing else is
 * left. A call whose attempts all failed, or that broke after its first content, is one failure to the
 * breaker; one that broke in its text goes on from there where the model can. Rejects with the most telling
 * error, a `model_…` `AppError`. A caller's stop passes at once.
 */
export function createChainModel(options: ModelChainOptions): LanguageModelV4 {
  const { refs, models } = options;
  const isNear = (ref: string): boolean => models.isNear?.(ref) ?? false;
  const limitsOf = (ref: string): StreamLimits => pickLimits(options.limits ?? {}, isNear(ref));
  const breakers = options.breakers ?? createBreakers(() => Date.now());
  const chain: Chain = { ...options, limitsOf, isNear, breakers };
  const first = toModelRef(refs[0] ?? "none:none");
  const open = (tried: Chain, call: LanguageModelV4CallOptions) =>
    tryChain(tried, call, async (ref, admission) => {
      const model = await models.language(ref);
      const limits = limitsOf(ref);
      const onLeftOut = (left: LeftOut) => options.onLeftOut?.(ref, left);
      const result = await openAttempt(model, call, { ref, limits, admission, onLeftOut });
      models.noteAnswered?.(ref);
      return { ref, ...result };
    });
  return {
    specificationVersion: "v4",
    provider: first.provider,
    modelId: first.model,
    // Empty, because the model that serves may differ: files are then always sent as data.
    supportedUrls: {},
    doStream: async (call) => {
      const { ref, ...result } = await open(chain, call);
      if (models.takesPrefix?.(ref) !== true) return result;
      const again = { ...chain, refs: [ref], onServed: () => undefined };
      const stream = continueStream(result.stream, {
        call,
        reopen: async (next) => (await open(again, next)).stream,
        async pause(ms) {
          const onGoesOn = options.onBroken?.(ref, ms);
          await options.wait(ms, call.abortSignal);
          return onGoesOn;
        },
      });
      return { ...result, stream };
    },
    doGenerate: (call) =>
      tryChain(chain, call, async (ref, admission) => {
        const limits = limitsOf(ref);
        const result = await generateOnce(await models.language(ref), call, { ref, limits });
        models.noteAnswered?.(ref);
        await admission.succeeded();
        return result;
      }),
  };
}

async function generateOnce(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { ref, limits }: { ref: string; limits: StreamLimits },
) {
  const alarm = createAlarm(call.abortSignal);
  const limitMs = Math.min(limits.callMs, limits.firstChunkMs + limits.silenceMs);
  alarm.limit(limitMs, () => toLateness(ref, limitMs, "did not answer"));
  try {
    const asked = alarms.run(alarm, () => model.doGenerate({ ...call, abortSignal: alarm.signal }));
    return await Promise.race([asked, alarm.failed]);
  } finally {
    alarm.end();
  }
}

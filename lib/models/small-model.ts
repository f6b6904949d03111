import { generateText } from "ai";
import type { RunUsage } from "@/lib/protocol/chat-message";
import type { ChainHooks } from "./open-chain";
import type { LanguageModelV4 } from "@ai-sdk/provider";

/** One question to the small model; `null` where there is none but the offline guide, which understands no such question. Throws what models throw. */
export type SmallModel = (
  question: SmallQuestion,
  signal: AbortSignal,
) => Promise<{ text: string; costMicroUsd: number } | null>;

/** At most 200 tokens of answer within 10 s, where the question does not ask for more. */
export type SmallQuestion = {
  instructions?: string;
  prompt: string;
  maxOutputTokens?: number;
  limitMs?: number;
};

export type SmallModelDeps = {
  chain: () => Promise<string[]>;
  open: (refs: readonly string[], hooks: ChainHooks) => LanguageModelV4;
  /** Micro-dollars; `null` when the price is unknown. */
  costOf: (ref: string, usage: RunUsage) => number | null;
};

export function createSmallModel({ chain, open, costOf }: SmallModelDeps): SmallModel {
  return async ({ instructions, prompt, maxOutputTokens = 200, limitMs = 10_000 }, signal) => {
    const refs = await chain();
    if (refs.length === 0 || refs.every((ref) => ref.startsWith("offline:"))) return null;
    let served = refs[0] ?? "";
    const model = open(refs, {
      onServed: (ref) => void (served = ref),
      onFallback() {},
      limits: { firstChunkMs: limitMs, silenceMs: limitMs, callMs: limitMs },
    });
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const { text, usage } = await generateText({
      model,
      prompt,
      ...(instructions === undefined ? {} : { instructions }),
      maxOutputTokens,
      temperature: 0,
      maxRetries: 0,
      abortSignal,
    });
    const used = {
      inputTokens: usage.inputTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
      reasoningTokens: 0,
      cachedInputTokens: 0,
    };
    return { text, costMicroUsd: costOf(served, used) ?? 0 };
  };
}

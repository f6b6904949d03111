import { generateText } from "ai";
import type { RunUsage } from "@/lib/protocol/chat-message";
import type { ChainHooks } from "./open-chain";
import type { LanguageModelV4 } from "@ai-sdk/provider";

/** One question to the small model; `null` where there is none but the offline guide, which understands no such question. Throws what models throw. */
export type SmallModel = (question: { instructions?: string; prompt: string }, signal: AbortSignal) => Promise<{ text: string; costMicroUsd: number } | null>;

export type SmallModelDeps = {
  chain: () => Promise<string[]>;
  open: (refs: readonly string[], hooks: ChainHooks) => LanguageModelV4;
  /** Micro-dollars; `null` when the price is unknown. */
  costOf: (ref: string, usage: RunUsage) => number | null;
};

const limitMs = 10_000;
const maxOutputTokens = 200;

export function createSmallModel({ chain, open, costOf }: SmallModelDeps): SmallModel {
  return async ({ instructions, prompt }, signal) => {
    const refs = await chain();
    if (refs.length === 0 || refs.every((ref) => ref.startsWith("offline:"))) return null;
    let served = refs[0] ?? "";
    const model = open(refs, { onServed: (ref) => void (served = ref), onFallback() {}, limits: { firstChunkMs: limitMs, silenceMs: limitMs, callMs: limitMs } });
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const { text, usage } = await generateText({ model, prompt, ...(instructions === undefined ? {} : { instructions }), maxOutputTokens, temperature: 0, maxRetries: 0, abortSignal });
    const used = { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0, reasoningTokens: 0, cachedInputTokens: 0 };
    return { text, costMicroUsd: costOf(served, used) ?? 0 };
  };
}

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { generateText, NoObjectGeneratedError, Output } from "ai";
import { jsonrepair } from "jsonrepair";
import type { AskSmall, SmallQuestion } from "@/lib/protocol/ask";
import type { RunUsage } from "@/lib/protocol/chat-message";
import { pay } from "@/lib/money/purse";
import type { ChainHooks } from "./open-chain";
import { estimateTokens } from "./prices";

export type AskDeps = {
  /** The references of the small tier. */
  chain: () => Promise<string[]>;
  open: (refs: readonly string[], hooks: ChainHooks) => LanguageModelV4;
  /** Micro-dollars; `null` when the price is unknown. */
  costOf: (ref: string, usage: RunUsage) => number | null;
  /** What counts against the money, and the same for a call that any of these may answer, at most. */
  toCharge: (ref: string, usage: RunUsage) => number;
  toMostCharge: (refs: readonly string[], usage: { inputTokens: number; outputTokens: number }) => number;
  report: (event: string, fields: Record<string, unknown>) => void;
};

const defaults = { maxOutputTokens: 1_000, limitMs: 10_000 };
const tries = 2;
/** What an estimate of tokens may be too low by, and what the schema and the frame of the question take. */
const inputSlack = 1.3;
const formTokens = 1_000;

/** The offline guide answers no such question: where there is nothing else, nobody is asked. */
export function createAskSmall({ chain, open, costOf, toCharge, toMostCharge, report }: AskDeps): AskSmall {
  return async <ANSWER>(question: SmallQuestion<ANSWER>, signal: AbortSignal) => {
    const refs = (question.chain ?? (await chain())).filter((ref) => !ref.startsWith("offline:"));
    if (refs.length === 0) return { answer: null, costMicroUsd: 0 };
    const { maxOutputTokens, limitMs } = { ...defaults, ...question };
    let served = refs[0] ?? "";
    let costMicroUsd = 0;
    const model = open(refs, {
      onServed: (ref) => void (served = ref),
      onFallback() {},
      limits: { firstChunkMs: limitMs, silenceMs: limitMs, callMs: limitMs },
    });
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    let problem: string | null = null;
    const inputTokens = Math.ceil(estimateTokens(`${question.instructions}${question.prompt}`) * inputSlack);
    const most = toMostCharge(refs, { inputTokens: inputTokens + formTokens, outputTokens: maxOutputTokens });
    for (let attempt = 0; attempt < tries; attempt++) {
      try {
        const options: Options = { problem, maxOutputTokens, abortSignal };
        const tried: Tried<ANSWER> = await pay(
          most,
          () => askOnce(model, question, options),
          ({ usage }: Tried<ANSWER>) => toCharge(served, usage),
        );
        costMicroUsd += costOf(served, tried.usage) ?? 0;
        problem = "problem" in tried ? tried.problem : (question.verify?.(tried.answer) ?? null);
        if (problem === null && "answer" in tried) return { answer: tried.answer, costMicroUsd };
      } catch (error) {
        signal.throwIfAborted();
        report("small_model_failed", { purpose: question.purpose, error });
        return { answer: null, costMicroUsd };
      }
    }
    report("small_model_unusable", { purpose: question.purpose, problem });
    return { answer: null, costMicroUsd };
  };
}

type Options = { problem: string | null; maxOutputTokens: number; abortSignal: AbortSignal };
type Tried<ANSWER> = { usage: RunUsage } & ({ answer: ANSWER } | { problem: string });

/** Throws what the model throws. An answer that is not of the schema's shape is a problem, not a failure. */
async function askOnce<ANSWER>(
  model: LanguageModelV4,
  { instructions, prompt, schema }: SmallQuestion<ANSWER>,
  { problem, maxOutputTokens, abortSignal }: Options,
): Promise<Tried<ANSWER>> {
  const again = problem === null ? "" : `\n\nYour last answer was not usable: ${problem} Answer again.`;
  try {
    const { output, usage } = await generateText({
      model,
      instructions: `${instructions}\nAnswer with JSON of the given schema only.`,
      prompt: `${prompt}${again}`,
      output: Output.object({ schema }),
      maxOutputTokens,
      temperature: 0,
      maxRetries: 0,
      abortSignal,
    });
    return { answer: output, usage: toUsage(usage) };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    const usage = toUsage(error.usage);
    const parsed = schema.safeParse(repair(error.text ?? ""));
    return parsed.success
      ? { answer: parsed.data, usage }
      : { problem: "It was not JSON of the schema.", usage };
  }
}

/** What small models write around their JSON is left out; `null` where there is none. */
function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text.replace(/^[^{[]*/, "").replace(/(?<![^}\]])[^}\]]*$/, "")));
  } catch {
    return null;
  }
}

type Usage = { inputTokens: number | undefined; outputTokens: number | undefined };

function toUsage(usage: Usage | undefined): RunUsage {
  return {
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    reasoningTokens: 0,
    cachedInputTokens: 0,
  };
}

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { generateText, Output } from "ai";
import type { AskPurpose, AskSmall, SmallQuestion } from "@/lib/protocol/ask";
import type { RunUsage } from "@/lib/protocol/chat-message";
import { isStandIn } from "@/lib/protocol/model-refs";
import { findErrorCode } from "@/lib/errors";
import { toReason } from "@/lib/log";
import { tellAsked } from "@/lib/money/asked";
import { pay } from "@/lib/money/purse";
import { alarms } from "./alarm";
import { createRequests, type FormDeps } from "./ask-in-form";
import type { ChainHooks } from "./open-chain";
import { createQuestionLimit, type Patience } from "./patience";
import { estimateTokens } from "./prices";
import type { SetLimits } from "./stream-limits";
import { readAnswer, type ReadAnswer } from "./read-answer";

export type AskDeps = FormDeps & {
  /** The references of the small tier. */
  chain: () => Promise<string[]>;
  open: (refs: readonly string[], hooks: ChainHooks) => LanguageModelV4;
  patience: (refs: readonly string[]) => Promise<Patience>;
  /** Micro-dollars; `null` when the price is unknown. */
  costOf: (ref: string, usage: RunUsage) => number | null;
  /** What counts against the money, and the same for a call that any of these may answer, at most. */
  toCharge: (ref: string, usage: RunUsage) => number;
  toMostCharge: (refs: readonly string[], usage: { inputTokens: number; outputTokens: number }) => number;
  report: (event: string, fields: Record<string, unknown>) => void;
  /** Counts a question that got no usable answer. Must not throw. */
  countUnanswered: (purpose: AskPurpose) => void;
};

const defaults = { maxOutputTokens: 1_000, limitMs: 10_000 };
/** How often the model is told what code has found wrong with its answer. */
const mostCorrections = 1;
/** What an estimate of tokens may be too low by, and what the schema and the frame of the question take. */
const inputSlack = 1.3;
const formTokens = 1_000;

/** The offline guide cannot answer such questions; without another model none is asked. */
export function createAskSmall(deps: AskDeps): AskSmall {
  return async <ANSWER>(question: SmallQuestion<ANSWER>, signal: AbortSignal) => {
    const refs = (question.chain ?? (await deps.chain())).filter((ref) => !isStandIn(ref));
    if (refs.length === 0) return { answer: null, costMicroUsd: 0 };
    const { limitMs = defaults.limitMs, isPatient = false } = question;
    const patience = await deps.patience(refs);
    const limit = createQuestionLimit({ signal, limitMs, patience, isPatient });
    const longestMs = limitMs + patience.nearMs;
    const limits = {
      ...{ firstChunkMs: limitMs, silenceMs: limitMs, callMs: limitMs },
      near: { firstChunkMs: longestMs, callMs: longestMs },
    };
    return askChain(deps, refs, question, { signal, limit, limits }).finally(limit.end);
  };
}

type Limited = {
  signal: AbortSignal;
  limit: ReturnType<typeof createQuestionLimit>;
  limits: SetLimits;
};

async function askChain<ANSWER>(
  deps: AskDeps,
  refs: readonly string[],
  question: SmallQuestion<ANSWER>,
  { signal, limit, limits }: Limited,
) {
  const { purpose, verify, maxOutputTokens = defaults.maxOutputTokens } = question;
  let served = refs[0] ?? "";
  let costMicroUsd = 0;
  const requests = createRequests(refs, { ...deps, onLoading: limit.noteLoading });
  const model = deps.open(refs, {
    onServed: (ref) => void (served = ref),
    limits,
    adapt: requests.adapt,
  });
  const options = { maxOutputTokens, abortSignal: limit.alarm.signal };
  let problem: string | null = null;
  let corrections = 0;
  const inputTokens = Math.ceil(estimateTokens(`${question.instructions}${question.prompt}`) * inputSlack);
  const ends = createEnds(deps, question, () => ({ model: served, costMicroUsd }));
  while (!requests.areOver() && corrections <= mostCorrections) {
    const outputTokens = maxOutputTokens + requests.mostBeside();
    const most = deps.toMostCharge(refs, { inputTokens: inputTokens + formTokens, outputTokens });
    try {
      const tried = await pay(most, async (spend) => {
        const made = await alarms.run(limit.alarm, () => askOnce(model, question, { ...options, problem }));
        const cost = deps.costOf(served, made.usage) ?? 0;
        costMicroUsd += cost;
        ends.add(made.usage);
        spend(deps.toCharge(served, made.usage), cost);
        return made;
      });
      const { read } = tried;
      requests.learn({ ref: served, ...tried, ...read });
      if (read.problem !== null) problem = read.problem;
      else {
        requests.confirm(served);
        problem = verify?.(read.answer) ?? null;
        if (problem === null) {
          ends.tell(read.answer);
          return { answer: read.answer, costMicroUsd };
        }
        corrections += 1;
      }
    } catch (error) {
      ends.throwIfStopped(signal);
      const why = findWhy(error, limit);
      if (why === "late") requests.learnLate();
      // It says nothing of what the model can.
      if (why === "loading" || why === "dear") {
        deps.report("small_question_left", { purpose, model: served, why });
        ends.tell(null);
        return { answer: null, costMicroUsd, ...(why === "dear" && { dearMicroUsd: most }) };
      }
      return ends.giveUp("small_model_failed", toReason(error));
    }
  }
  // The problem itself quotes what people wrote.
  return ends.giveUp("small_model_unusable", corrections > 0 ? "failed its check" : "not the asked form");
}

/** How a question ends, told to whoever listens. */
function createEnds<ANSWER>(
  deps: Pick<AskDeps, "report" | "countUnanswered">,
  { purpose, instructions, prompt }: SmallQuestion<ANSWER>,
  stand: () => { model: string; costMicroUsd: number },
) {
  const startedAt = Date.now();
  const usage = { inputTokens: 0, outputTokens: 0 };
  const tell = (answer: ANSWER | null) => {
    const totalMs = Date.now() - startedAt;
    tellAsked({ ...{ purpose, instructions, prompt, answer, startedAt, totalMs, usage }, ...stand() });
  };
  return {
    tell,
    throwIfStopped(signal: AbortSignal): void {
      if (signal.aborted) tell(null);
      signal.throwIfAborted();
    },
    add({ inputTokens, outputTokens }: RunUsage): void {
      usage.inputTokens += inputTokens;
      usage.outputTokens += outputTokens;
    },
    giveUp(event: "small_model_failed" | "small_model_unusable", reason: string) {
      const { model, costMicroUsd } = stand();
      deps.report(event, { purpose, model, reason });
      deps.countUnanswered(purpose);
      tell(null);
      return { answer: null, costMicroUsd, unanswered: model };
    },
  };
}

function findWhy(error: unknown, { alarm, isLoading }: Limited["limit"]) {
  if (alarm.signal.aborted) return isLoading() ? "loading" : "late";
  return findErrorCode(error) === "quota_exhausted" ? "dear" : null;
}

type AskOptions = { problem: string | null; maxOutputTokens: number; abortSignal: AbortSignal };
type AskAttempt<ANSWER> = {
  usage: RunUsage;
  read: ReadAnswer<ANSWER>;
  isCut: boolean;
  hasThoughts: boolean;
};

/** Throws what the model throws. An answer that is not of the schema's shape is a problem, not a failure. */
async function askOnce<ANSWER>(
  model: LanguageModelV4,
  { instructions, prompt, schema }: SmallQuestion<ANSWER>,
  { problem, maxOutputTokens, abortSignal }: AskOptions,
): Promise<AskAttempt<ANSWER>> {
  const again = problem === null ? "" : `\n\nYour last answer was not usable: ${problem} Answer again.`;
  const { text, usage, finishReason, reasoningText } = await generateText({
    model,
    instructions: `${instructions}\nAnswer with JSON of the given schema only.`,
    prompt: `${prompt}${again}`,
    // The text is read here: what is around its JSON, or missing from it, is no failure of the call.
    output: { ...Output.object({ schema }), parseCompleteOutput: () => Promise.resolve(null) },
    maxOutputTokens,
    temperature: 0,
    maxRetries: 0,
    abortSignal,
  });
  const isCut = finishReason === "length";
  return {
    usage: toUsage(usage),
    read: readAnswer(text, { schema, isCut }),
    isCut,
    hasThoughts: (usage.outputTokenDetails.reasoningTokens ?? 0) > 0 || (reasoningText ?? "") !== "",
  };
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

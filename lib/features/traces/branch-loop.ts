import type { Brief } from "@/lib/engine/brief";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { unknownPrice } from "@/lib/engine/loop/limits";
import { replaceStyle } from "@/lib/engine/loop/prompt";
import type { AgentEnd, AgentOptions } from "@/lib/engine/loop/run-agent";
import type { Judge } from "@/lib/engine/consent/judge-calls";
import type { RunHost } from "@/lib/engine/ports";
import type { Run, RunParts } from "@/lib/engine/run/run";
import type { Steer } from "@/lib/engine/records/leases";
import { runAttempt, takeIn } from "@/lib/engine/turn/attempt";
import { filterCitations } from "@/lib/engine/turn/filter-citations";
import { createLoopHooks, createModelHooks, createPriceReader } from "@/lib/engine/turn/loop-hooks";
import { AppError } from "@/lib/errors";
import { isThought } from "@/lib/protocol/thought-metadata";
import type { StepRecord } from "@/lib/protocol/run-record";
import type { TraceEntryOf } from "@/lib/features/traces/shape/traces";
import type { ToolSet } from "ai";
import { openBranchTools, type RecordedWork } from "./branch-work";
import { createRecordedModel } from "./recorded-model";
import { listSteers, toPrompt } from "./replay-attempt";

/** What is repeated. `steps`: the recorded ones before, which cost nothing this time. */
type Branch = RecordedWork & { steps: readonly StepRecord[] };
/** `known`: those whose tools the model may cite, by the numbers of their sources. */
type BranchTools = { tools: ToolSet; activeTools: string[]; known: Set<number>; judge: Judge };

/** How its loop ended. Throws what the live model threw. */
export async function runBranch(host: RunHost, run: Run, branch: Branch): Promise<AgentEnd> {
  const { attempt } = branch;
  const tools = await openBranchTools(host, run, branch);
  const { error, loop } = await runAttempt(run, {
    prepare: async () => toOptions(host, run, { ...branch, hear: run.control.steering.add }, tools),
    filter: (chunks) =>
      filterCitations(chunks, {
        sources: tools.known,
        onUnknown: () => undefined,
        named: { facts: attempt.entry.memories, on: () => undefined },
      }),
    take(chunk) {
      takeIn(run, chunk, host.now);
      if (chunk.type === "text-end" && isThought(chunk.providerMetadata)) run.reply.answer.start();
    },
    steering: run.control.steering,
  });
  if (error !== null || loop === null) throw error ?? new AppError("aborted", "The repetition was stopped.");
  return loop;
}

/** The recorded answers first, then the model itself. */
function joinModels(
  recorded: readonly TraceEntryOf<"call">[],
  live: LanguageModelV4,
  onBegin: (index: number) => void,
) {
  const old = createRecordedModel(recorded, { onBegin, onEnd: () => undefined });
  let calls = 0;
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: live.provider,
    modelId: live.modelId,
    supportedUrls: live.supportedUrls,
    doGenerate: (options) => live.doGenerate(options),
    doStream(options) {
      calls += 1;
      return calls <= recorded.length ? old.doStream(options) : live.doStream(options);
    },
  };
  /** Of the call that is being made, or was the last one. */
  return { model, isRecorded: () => calls <= recorded.length, isNextRecorded: () => calls < recorded.length };
}

function toOptions(
  host: RunHost,
  run: RunParts,
  branch: Branch & { hear: (steer: Steer) => void },
  offered: BranchTools,
): AgentOptions {
  const { attempt, at, steps, hear } = branch;
  const { brief, reply, account, plan, signal } = run;
  const { options, context, memories, sources } = attempt.entry;
  const [ref = ""] = brief.chain;
  account.model.use(ref);
  const models = host.models();
  const recorded = attempt.inside.filter((entry) => entry.kind === "call").slice(0, at);
  const joined = joinModels(recorded, models.open([ref], createModelHooks(run, host.now)), (index) => {
    for (const { id, text } of listSteers(attempt.inside, index)) hear({ id, text });
  });
  const { price, maxOutputTokens } = models.describe(ref);
  const limits = {
    // What was done already is not taken back.
    iterations: Math.max(brief.stepLimit.most, options.before.callsMade + at),
    timeLimitMs: plan.limitMs(),
    budgetMicroUsd: account.purse.budgetMicroUsd(),
    modelOutputTokens: maxOutputTokens,
    price: price ?? unknownPrice,
  };
  const hooks = createLoopHooks(host, run, offered, { before: [], limits });
  let done = 0;
  const own: AgentOptions = {
    ...options,
    ...toOffered(run.brief, branch, offered),
    model: joined.model,
    before: { ...options.before, traces: options.before.traces as never },
    fit: (given) => [...given],
    ...{ limits, signal, startedAt: account.startedAt, now: host.now },
    spentMicroUsd: account.purse.takenMicroUsd,
    priceNow: createPriceReader(models, account),
    approvalSecret: "branch",
    isDynamic: (name) => host.tools.describe(name).isDynamic,
    ...hooks,
    onStepStart(step) {
      if (!joined.isNextRecorded()) hooks.onStepStart(step);
    },
    onStepEnd(step) {
      if (!joined.isRecorded()) return hooks.onStepEnd(step);
      const made = steps[done++];
      if (made !== undefined) reply.trace.step(made);
    },
    // Nobody is asked: the tools refuse what only the person could allow.
    needsConsent: async () => false,
  };
  const served = () => (joined.isRecorded() ? (recorded.at(-1)?.model ?? ref) : ref);
  return reply.trace.watchLoop(own, { chain: [ref], context, memories, sources }, served);
}

/** The prompt and the tools as they were, or as another style has them. */
function toOffered(
  { style, stepLimit }: Brief,
  { attempt: { entry, inside }, kept }: Branch,
  { tools, activeTools }: BranchTools,
) {
  const isActive = (name: string) => activeTools.includes(name);
  const { instructions, messages } = toPrompt(inside, kept);
  const firstStepTools = entry.options.firstStepTools.filter(isActive);
  const requiredTools = entry.options.requiredTools.filter(isActive);
  const offered = { tools, activeTools, firstStepTools, requiredTools, messages };
  if (instructions.includes(`<style name="${style}">`)) return { ...offered, instructions };
  const tooling = { stepLimit: stepLimit.most, tools: activeTools, firstStepTools };
  return {
    ...offered,
    instructions: replaceStyle(instructions, { ...tooling, style }),
    isCallRequired: style === "tool_first" && activeTools.length > 0,
  };
}

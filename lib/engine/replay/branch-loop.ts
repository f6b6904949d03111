import type { LanguageModelV4 } from "@ai-sdk/provider";
import { unknownPrice } from "@/lib/engine/loop/limits";
import { replaceStyle } from "@/lib/engine/loop/prompt";
import type { Rounds } from "@/lib/engine/loop/rounds";
import { runAgent, type AgentEnd, type AgentOptions } from "@/lib/engine/loop/run-agent";
import type { AgentStyle } from "@/lib/protocol/settings";
import { isThought } from "@/lib/protocol/thought-metadata";
import type { TraceEntryOf } from "@/lib/protocol/traces";
import { filterCitations } from "@/lib/engine/turn/filter-citations";
import type { Meter } from "@/lib/engine/run/meter";
import type { RunTrace } from "@/lib/engine/run/run-trace";
import type { RunModels } from "@/lib/engine/ports";
import type { RunPurse } from "@/lib/money/purse";
import type { StepRecord } from "@/lib/protocol/run-record";
import type { ToolSet } from "ai";
import { createRecordedModel } from "./recorded-model";
import { listSteers, toPrompt, type Kept } from "./replay-attempt";
import type { RecordedAttempt } from "./replay-run";

/** What is repeated, from which of the attempt's calls on (from 0) it is another one, and how it goes on. */
export type Branch = {
  attempt: RecordedAttempt;
  kept: Kept;
  at: number;
  ref: string;
  style: AgentStyle;
  rounds: Rounds;
  limitMs: number;
  tools: ToolSet;
  activeTools: string[];
  /** Those whose tools the model may cite, by the numbers of their sources. */
  known: Set<number>;
  /** The recorded steps before, which cost nothing this time. */
  steps: readonly StepRecord[];
};
type Around = {
  models: RunModels;
  live: LanguageModelV4;
  purse: RunPurse;
  meter: Meter;
  trace: RunTrace;
  signal: AbortSignal;
  now: () => number;
  onStepStart: () => void;
  isDynamic: (tool: string) => boolean;
};

/** What the model answered in the end, and how its loop ended. Throws what the live model threw. */
export async function runBranch(branch: Branch, around: Around): Promise<{ answer: string; end: AgentEnd }> {
  const { attempt, known } = branch;
  const recorded = attempt.inside.filter((entry) => entry.kind === "call").slice(0, branch.at);
  const joined = joinModels(recorded, around.live, (index) => {
    for (const { id, text } of listSteers(attempt.inside, index)) agent.steer({ id, text });
  });
  const served = () => (joined.isRecorded() ? (recorded.at(-1)?.model ?? branch.ref) : branch.ref);
  const options = toOptions(branch, around, joined);
  const { context, memories, sources } = attempt.entry;
  const traced = { chain: [branch.ref], context, memories, sources };
  const agent = runAgent(around.trace.watchLoop(options, traced, served));
  const cited = filterCitations(agent.chunks, {
    sources: known,
    onUnknown: () => undefined,
    named: { facts: memories, on: () => undefined },
  });
  let answer = "";
  let failure: unknown = null;
  try {
    for await (const chunk of cited) {
      if (chunk.type === "start-step" || (chunk.type === "text-end" && isThought(chunk.providerMetadata)))
        answer = "";
      if (chunk.type === "text-delta") answer += chunk.delta;
    }
  } catch (error) {
    failure = error;
  }
  around.trace.endLoop(agent.end, failure);
  if (failure !== null) throw failure;
  return { answer: answer.trim(), end: agent.end };
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

function toOptions(branch: Branch, around: Around, joined: ReturnType<typeof joinModels>): AgentOptions {
  const { attempt, kept, at, ref, style, rounds, activeTools } = branch;
  const { models, purse, meter, trace, now } = around;
  const begunAt = now();
  const { options } = attempt.entry;
  const { instructions, messages } = toPrompt(attempt.inside, kept);
  const price = models.describe(ref).price ?? unknownPrice;
  const isSameStyle = instructions.includes(`<style name="${style}">`);
  const firstStepTools = options.firstStepTools.filter((name) => activeTools.includes(name));
  const tooling = { rounds: rounds.most, tools: activeTools, firstStepTools };
  let done = 0;
  return {
    ...options,
    ...{ model: joined.model, tools: branch.tools, activeTools, firstStepTools, messages },
    instructions: isSameStyle ? instructions : replaceStyle(instructions, { ...tooling, style }),
    isCallRequired: isSameStyle ? options.isCallRequired : style === "tool_first" && activeTools.length > 0,
    requiredTools: options.requiredTools.filter((name) => activeTools.includes(name)),
    before: { ...options.before, traces: options.before.traces as never },
    fit: (given) => [...given],
    limits: {
      // What was done already is not taken back.
      iterations: Math.max(rounds.most, options.before.callsMade + at),
      timeLimitMs: branch.limitMs,
      budgetMicroUsd: purse.budgetMicroUsd(),
      modelOutputTokens: models.describe(ref).maxOutputTokens,
      price,
    },
    signal: around.signal,
    startedAt: () => begunAt,
    now,
    spentMicroUsd: purse.takenMicroUsd,
    priceNow: () => price,
    onStepStart({ forced, reserveMicroUsd }) {
      if (joined.isNextRecorded()) return;
      purse.beginStep(reserveMicroUsd);
      meter.startStep(forced);
      around.onStepStart();
    },
    onStepEnd(step) {
      if (!joined.isRecorded()) meter.endStep(ref, step);
      const made = joined.isRecorded() ? branch.steps[done] : meter.steps.at(-1);
      done += 1;
      if (made !== undefined) trace.step(made);
    },
    onStuck: () => undefined,
    takeFindings: () => [],
    onReasoning: () => undefined,
    // Nobody is asked: the tools refuse what only the person could allow.
    needsConsent: async () => false,
    approvalSecret: "branch",
    isDynamic: around.isDynamic,
  };
}

import type { ContextBudget } from "@/lib/agent/context/budget";
import type { AgentRun } from "@/lib/agent/run-agent";
import type { PlacedMessage } from "@/lib/agent/context/history";
import type { KeptSummary } from "@/lib/data/summaries";
import type { AppError } from "@/lib/errors";
import type { PromptFacts } from "@/lib/memory/recall";
import type { ChatChunk, ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import { addEarlierSources, collectEarlierSources, type FoundSources } from "@/lib/runs/answer/cited-sources";
import { createCompactions, type Compactions } from "@/lib/runs/context/compactions";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import { createJudge, type CallResult, type Judge, type KnownContext } from "@/lib/runs/approvals/judge-calls";
import { createMeter, type Meter } from "./meter";
import { reduceMessage } from "@/lib/runs/log/reduce-message";
import { readContext } from "@/lib/runs/context/read-context";
import type { MarkedCall } from "@/lib/runs/log/entries";
import type { RunDeps } from "@/lib/runs/ports";

/** What a run knows about itself while it works. */
export type RunWork = {
  meter: Meter;
  sources: FoundSources;
  /** When the work began, waits between workers left out. */
  startedAt: number;
  /** The model that speaks, as `provider:model`. */
  served: string;
  /** How many messages the model was given at the beginning, and what they and all that follow may take. */
  givenMessages: number;
  budget: ContextBudget | null;
  compactions: Compactions;
  /** The text of the newest step. */
  answer: string;
  /** The loop that runs. */
  agent: AgentRun | null;
  /** Calls of the step that runs, by their ids. */
  calls: Map<string, MarkedCall>;
  /** What calls gave since the loop that runs began, those among them that the person had allowed before it. */
  made: CallResult[];
  /** Every call that the model asked for, by its id. */
  calledFor: Map<string, { tool: string; input: unknown }>;
  /** The conversation before this reply and what is remembered of the person, with the judge of calls; `null` until they are read. */
  context: OpenedContext | null;
  /** Numbers that the newest step cited and no source has. */
  unknownNumbers: number[];
  /** Steps of the meter that stand in the log. */
  markedSteps: number;
  error: AppError | null;
};

/** `placed`: the same messages with their places. `remembered`: the facts that the model is given. */
export type OpenedContext = KnownContext & {
  placed: PlacedMessage[];
  summary: KeptSummary | null;
  remembered: PromptFacts;
  judge: Judge;
};

/** At its beginning, or where an earlier worker was. */
export async function createWork(deps: RunDeps, run: LiveRun): Promise<RunWork> {
  const history = run.log.history();
  const sources: FoundSources = new Map();
  const meter = createMeter(deps.models(), deps.now, history);
  if (history.chunks.some(({ type }) => type === "tool-output-available"))
    collectEarlierSources(sources, [await reduceMessage(history.chunks, run.messageId, {})]);
  return {
    context: null,
    made: [],
    calledFor: new Map(),
    unknownNumbers: [],
    meter,
    sources,
    startedAt: deps.now() - history.elapsedMs,
    served: history.steps.at(-1)?.model ?? run.chain[0] ?? "",
    givenMessages: 0,
    budget: null,
    compactions: createCompactions(deps, run, (microUsd) => addContextCost(deps, run, meter, microUsd)),
    answer: "",
    agent: null,
    calls: new Map(),
    markedSteps: history.steps.length,
    error: null,
  };
}

/** One that comes when the reply is closed is the person's all the same. */
function addContextCost(deps: RunDeps, { userId, aside }: LiveRun, meter: Meter, microUsd: number): void {
  if (aside.isClosed) deps.inBackground("cost_not_counted", deps.quotas.addCost(userId, microUsd));
  else meter.addCost("context", microUsd);
}

/** What the model is told beside the question, read once. */
export async function openContext(deps: RunDeps, run: LiveRun, work: RunWork): Promise<OpenedContext> {
  if (work.context !== null) return work.context;
  const { placed, summary, remembered } = await readContext(deps, run);
  const messages = placed.map(({ message }) => message);
  addEarlierSources(work.sources, messages);
  const known = { messages, summary, facts: remembered.facts.map(({ content }) => content) };
  work.meter.addCost("memory", remembered.costMicroUsd);
  work.context = { ...known, placed, summary, remembered, judge: createJudge(deps, run, known) };
  return work.context;
}

/** Says in the log what the calls of the model that are over have cost, once for each. */
export function markSteps(deps: RunDeps, run: LiveRun, work: RunWork): void {
  const { steps, costByTool, unpricedTokens } = work.meter;
  for (const step of steps.slice(work.markedSteps)) {
    const spent = { costByTool: { ...costByTool }, unpricedTokens: unpricedTokens() };
    run.log.mark({
      mark: "step",
      step,
      ...spent,
      elapsedMs: deps.now() - work.startedAt,
      forced: work.agent?.end.forced ?? null,
    });
  }
  work.markedSteps = steps.length;
}

/** Says in the log what calls have cost that belong to no step yet. */
export function markCalls({ log }: LiveRun, { meter }: RunWork): void {
  const calls = meter.pendingCalls();
  if (calls.length > 0) log.mark({ mark: "calls", calls: [...calls], costByTool: { ...meter.costByTool } });
}

export function toProgress(
  stage: ProgressStage,
  message: string,
  details: NonNullable<ProgressData["details"]> = {},
): ChatChunk {
  return { type: "data-progress", transient: true, data: { stage, status: "started", message, details } };
}

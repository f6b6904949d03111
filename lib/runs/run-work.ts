import type { AgentRun } from "@/lib/agent/run-agent";
import type { AppError } from "@/lib/errors";
import type { ChatChunk, ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import { addEarlierSources, collectEarlierSources, type FoundSources } from "./cited-sources";
import type { LiveRun } from "./live-run";
import { createJudge, type CallResult, type Judge, type KnownContext } from "./consent-view";
import { createMeter, type Meter } from "./meter";
import { reduceMessage } from "./reduce-message";
import { readContext } from "./read-context";
import type { MarkedCall } from "./run-entries";
import type { RunDeps } from "./run-deps";

/** What a run knows about itself while it works. */
export type RunWork = {
  meter: Meter;
  sources: FoundSources;
  /** When the work began, waits between workers left out. */
  startedAt: number;
  /** The model that speaks, as `provider:model`. */
  served: string;
  /** How many messages of the conversation the model was given. */
  givenMessages: number;
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
  context: (KnownContext & { judge: Judge }) | null;
  /** Numbers that the newest step cited and no source has. */
  unknownNumbers: number[];
  /** Steps of the meter that stand in the log. */
  markedSteps: number;
  error: AppError | null;
};

/** At its beginning, or where an earlier worker was. */
export async function createWork(deps: RunDeps, run: LiveRun): Promise<RunWork> {
  const history = run.log.history();
  const sources: FoundSources = new Map();
  if (history.chunks.some(({ type }) => type === "tool-output-available")) collectEarlierSources(sources, [await reduceMessage(history.chunks, run.messageId, {})]);
  return {
    context: null,
    made: [],
    calledFor: new Map(),
    unknownNumbers: [],
    meter: createMeter(deps.models(), deps.now, history),
    sources,
    startedAt: deps.now() - history.elapsedMs,
    served: history.steps.at(-1)?.model ?? run.chain[0] ?? "",
    givenMessages: 0,
    answer: "",
    agent: null,
    calls: new Map(),
    markedSteps: history.steps.length,
    error: null,
  };
}

/** What the model is told beside the question, read once. */
export async function openContext(deps: RunDeps, run: LiveRun, work: RunWork): Promise<KnownContext & { judge: Judge }> {
  if (work.context !== null) return work.context;
  const known = await readContext(deps, run);
  addEarlierSources(work.sources, known.messages);
  work.context = { ...known, judge: createJudge(deps, run, known) };
  return work.context;
}

/** Says in the log what the calls of the model that are over have cost, once for each. */
export function markSteps(deps: RunDeps, run: LiveRun, work: RunWork): void {
  const { steps, costByTool, unpricedTokens } = work.meter;
  for (const step of steps.slice(work.markedSteps)) {
    const spent = { costByTool: { ...costByTool }, unpricedTokens: unpricedTokens() };
    run.log.mark({ mark: "step", step, ...spent, elapsedMs: deps.now() - work.startedAt, forced: work.agent?.end.forced ?? null });
  }
  work.markedSteps = steps.length;
}

/** Says in the log what calls have cost that belong to no step yet. */
export function markCalls({ log }: LiveRun, { meter }: RunWork): void {
  const calls = meter.pendingCalls();
  if (calls.length > 0) log.mark({ mark: "calls", calls: [...calls], costByTool: { ...meter.costByTool } });
}

export function toProgress(stage: ProgressStage, message: string, details: NonNullable<ProgressData["details"]> = {}): ChatChunk {
  return { type: "data-progress", transient: true, data: { stage, status: "started", message, details } };
}

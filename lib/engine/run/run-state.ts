import type { RecalledConversation } from "@/lib/engine/context/recalled";
import type { Wish } from "@/lib/engine/loop/prompt";
import type { ContextBudget } from "@/lib/engine/loop/context/budget";
import type { PlacedMessage } from "@/lib/engine/loop/context/history";
import { planRounds } from "@/lib/engine/loop/rounds";
import { createPartIds } from "@/lib/engine/loop/tidy-chunks";
import type { AgentRun } from "@/lib/engine/loop/run-agent";
import type { LogCursor } from "@/lib/data/run-logs";
import type { KeptSummary } from "@/lib/data/summaries";
import type { OpenedDocuments } from "@/lib/documents/reply-documents";
import type { PromptFacts } from "@/lib/memory/recall";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import type { StepRecord } from "@/lib/protocol/run-record";
import type { KnownContext } from "@/lib/engine/consent/consent-view";
import type { Judge } from "@/lib/engine/consent/judge-calls";
import { createCompactions } from "@/lib/engine/context/compactions";
import { toSpent } from "@/lib/engine/log/history";
import { createLogWriter } from "@/lib/engine/log/log-writer";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { toBaseChunks } from "@/lib/engine/log/replay-message";
import { createRunLog } from "@/lib/engine/log/run-log";
import type { RunDeps } from "@/lib/engine/ports";
import { createRunPurse } from "@/lib/money/purse";
import { createAnswer, createBackgroundResult } from "./answer-state";
import { createCallBook } from "./call-book";
import {
  addEarlierSources,
  collectEarlierSources,
  type FoundSources,
  type ListCitations,
} from "./cited-sources";
import { createCut, createSteering } from "./interruption";
import { createMeter } from "./meter";
import type { OfferedWorkflow } from "@/lib/tools/run-workflow/schema";
import type { RunBrief } from "./brief";
import { createFindings } from "./findings";
import { createHearing } from "./hearing";
import { openRunTrace } from "./run-trace";
import { createPlanBook } from "./plan-book";
import { createServing } from "./serving";
import { createMessages, tellUnpaid } from "./shown";
import { toPlaces } from "@/lib/engine/task";
import { createWaits } from "./waits";

export type Opening = {
  userId: string;
  conversationId: string;
  brief: RunBrief;
  userMessage: ChatMessage;
  /** The reply as it was before, when it goes on from there. */
  base: ChatMessage | null;
  /** Which of the run's workers this is; the first is 1. */
  epoch: number;
  /** The position in the log after which this worker goes on. */
  after: LogCursor | null;
};

/** As the model gets it; `placed`: the messages with their numbers, `remembered`: the facts it is given. */
export type OpenedContext = KnownContext & {
  wishes: readonly Wish[];
  placed: PlacedMessage[];
  summary: KeptSummary | null;
  remembered: PromptFacts;
  /** What the person asked elsewhere that is near the question. */
  said: readonly string[];
  documents: OpenedDocuments;
  recalled: readonly RecalledConversation[];
  workflows: readonly OfferedWorkflow[];
  /** What a step is told that holds for the whole answer; empty for a reply to a person. */
  taskNote: string;
  judge: Judge;
};

type StateDeps = Pick<
  RunDeps,
  | "models"
  | "tools"
  | "askSmall"
  | "createLedger"
  | "runLogs"
  | "traces"
  | "personPurse"
  | "inBackground"
  | "log"
  | "now"
>;

/** A reply being made in this process. Its parts change by their own verbs only. */
export type RunState = ReturnType<typeof openRun>;

/** A run as this process holds it, before any work is done. */
export function openRun(deps: StateDeps, opening: Opening) {
  const core = createCore(deps, opening);
  const { listCitations } = deps.tools;
  const given = createGiven(core, listCitations);
  const account = createAccount(core, listCitations, deps);
  const { promise: done, resolve: settle } = Promise.withResolvers<ChatMessage>();
  return {
    ...core,
    ...createMessages(core),
    ...createServing(core),
    ...createAnswer(),
    ...given,
    ...account,
    /** Begins where the log is: at its beginning, or where an earlier worker was. */
    async restore(): Promise<void> {
      given.forgetContext();
      await account.restore();
    },
    /** Resolves with the reply: as it is stored, or as far as this worker got. Never rejects. */
    done,
    settle,
    ...createHearing(core),
  };
}

type Core = ReturnType<typeof createCore>;

function createCore(deps: StateDeps, { brief, userId, conversationId, ...opening }: Opening) {
  const { record, isContinued: _isContinued, ...rest } = brief;
  const { userMessage, base, epoch } = opening;
  const { isTemporary } = brief;
  const trace = openRunTrace(deps, { record, isTemporary, userId, conversationId, epoch });
  if (base !== null) trace.note("continued", { parts: base.parts.length });
  const { log, writer } = openLog(deps, record.id, { ...opening, onShown: trace.event });
  const cut = createCut();
  const { settings } = record;
  const purse = createRunPurse(brief.budgetMicroUsd, deps.personPurse(userId), tellUnpaid(log));
  const meter = createMeter(deps.models(), deps.now, {
    temperature: settings.temperature,
    seed: settings.seed,
    onStepCost: purse.endStep,
  });
  const background = createBackgroundResult();
  const plan = createPlanBook(log);
  const identity = { id: record.id, userId, conversationId, userMessage, ...toPlaces(conversationId, brief) };
  const { mode = "balanced", style = settings.agentStyle } = brief.options;
  return {
    ...rest,
    ...identity,
    record,
    mode,
    style,
    rounds: planRounds(mode, style, settings),
    purse,
    base,
    epoch,
    /** Unique over all attempts and workers: readers may still hold what was taken back. */
    newPartId: createPartIds(`${epoch}-`),
    settings,
    userMessageId: userMessage.id,
    messageId: record.messageId,
    /** How many of the log's events are those of the reply as it was before. */
    baseLength: base === null ? 0 : toBaseChunks(base).length,
    log,
    writer,
    trace,
    cut,
    signal: cut.signal,
    steering: createSteering(),
    findings: createFindings(),
    plan,
    /** How long it may take in all, in milliseconds, waits between workers left out. */
    limitMs: (): number =>
      (plan.find() === null ? settings.timeLimitSeconds : settings.planTimeLimitSeconds) * 1000,
    calls: createCallBook(log),
    meter,
    background,
    sources: new Map() as FoundSources,
    compactions: createCompactions(deps, { ...identity, log, controller: cut }, (microUsd) =>
      meter.addCost("context", microUsd),
    ),
  };
}

function openLog(
  deps: Pick<RunDeps, "runLogs" | "log">,
  runId: string,
  { epoch, after, onShown }: Pick<Opening, "epoch" | "after"> & { onShown: (chunk: ChatChunk) => void },
) {
  const writer = createLogWriter({
    epoch,
    after,
    append: (batch) => deps.runLogs.append(runId, batch),
    onCut: (cursor) => log.noteCursor(cursor),
    onFailure: (error) => deps.log.warn("log_not_written", { runId, error }),
  });
  const log = createRunLog(writer, onShown);
  return { log, writer };
}

/** What the model was given. */
function createGiven({ sources }: Pick<Core, "sources">, listCitations: ListCitations) {
  let context: OpenedContext | null = null;
  let budget: ContextBudget | null = null;
  let messages = 0;
  let tools = 0;
  let isCallRequired = false;
  let requiredTools: string[] = [];
  return {
    /** `null` until the conversation is read. */
    context: (): OpenedContext | null => context,
    adopt(opened: OpenedContext): OpenedContext {
      context = opened;
      addEarlierSources(sources, opened.messages, listCitations);
      for (const { source } of opened.documents.files) sources.set(source.number, source);
      return opened;
    },
    forgetContext: (): void => void (context = null),
    /** How many messages the model gets at the beginning, and what they and all that follow may take. */
    give: (given: Given): void => {
      ({ budget, messages, tools, isCallRequired, requiredTools } = given);
    },
    /** Whether the first step had to be a call when the loop began. */
    isCallRequired: (): boolean => isCallRequired,
    /** Those that its agent must call and that could be called when the loop began. */
    requiredTools: (): string[] => requiredTools,
    budget: (): ContextBudget | null => budget,
    givenMessages: (): number => messages,
    givenTools: (): number => tools,
  };
}

type Given = {
  budget: ContextBudget;
  messages: number;
  tools: number;
  isCallRequired: boolean;
  requiredTools: string[];
};

/** What the run has done and spent, as its log and its record say it. */
function createAccount(
  { log, meter, purse, sources, record, messageId, trace }: Core,
  listCitations: ListCitations,
  { now, log: lines }: Pick<StateDeps, "now" | "log">,
) {
  const waits = createWaits(now);
  let [startedAt, marked, agent]: [number, number, AgentRun | null] = [now(), 0, null];
  return {
    async restore(): Promise<void> {
      const history = log.history();
      meter.restore(history);
      purse.restore(toSpent(history));
      startedAt = now() - history.elapsedMs - waits.totalMs();
      marked = history.steps.length;
      sources.clear();
      if (history.chunks.some(({ type }) => type === "tool-output-available"))
        collectEarlierSources(sources, [await reduceMessage(history.chunks, messageId, {})], listCitations);
    },
    /** When the work began, in milliseconds since 1970; waits between workers and for models are left out. */
    startedAt: (): number => startedAt + waits.totalMs(),
    ...{ pause: waits.begin, pausedMs: waits.totalMs },
    follow: (loop: AgentRun): void => void (agent = loop),
    loop: (): AgentRun | null => agent,
    /** Says in the log what the calls of the model that are over have cost, once for each. */
    markSteps(): void {
      for (const step of meter.steps.slice(marked)) {
        const spent = { costByTool: { ...meter.costByTool() }, unpricedTokens: meter.unpricedTokens() };
        const forced = agent?.end.forced ?? null;
        log.mark({ mark: "step", step, ...spent, elapsedMs: now() - startedAt - waits.totalMs(), forced });
        trace.step(step);
        lines.debug("model_called", toCallLine(record, step));
      }
      marked = meter.steps.length;
    },
    /** Says in the log what was spent, and by which calls, that belongs to no step yet. */
    markCosts(): void {
      log.mark({ mark: "calls", calls: [...meter.pendingCalls()], costByTool: { ...meter.costByTool() } });
    },
    noteFirstToken: (): void => void (record.firstTokenAt ??= now()),
    /** The record is of this run alone; a reply that went on was made by several. */
    close({ outcome = null, reason = null, model = "", endedAt = null, ...closing }: Closing): void {
      const [usage, costMicroUsd] = [meter.usage(), meter.spentMicroUsd()];
      const spent = { steps: meter.steps, costByTool: meter.costByTool(), usage, costMicroUsd };
      const { evaluation, subQuestions, instructions } = closing;
      const checks = { evaluation, subQuestions, instructions };
      Object.assign(record, { status: "ended", outcome, reason, model, endedAt, ...spent, ...checks });
    },
  };
}

/** By ids alone. `correlationId`: the run that everything done for it has in common. */
function toCallLine({ id: runId, stepOf }: RunBrief["record"], step: StepRecord) {
  const { number, model, startedAt, firstTokenMs, durationMs, finishReason, usage, costMicroUsd } = step;
  return {
    ...{ correlationId: stepOf?.runId ?? runId, runId, callId: `${runId}:${number}`, model },
    ...{ startedAt, firstTokenMs, durationMs, finishReason, usage, costMicroUsd },
  };
}

type Closed = "outcome" | "reason" | "model" | "endedAt" | "evaluation" | "subQuestions" | "instructions";
type Closing = Partial<Pick<RunBrief["record"], Closed>>;

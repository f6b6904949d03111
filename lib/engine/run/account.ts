import { toSpent } from "@/lib/engine/log/history";
import type { RunLog } from "@/lib/engine/log/run-log";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import type { AgentRun } from "@/lib/engine/loop/run-agent";
import { notices } from "@/lib/engine/loop/notices";
import type { Ask } from "@/lib/engine/ask";
import type { RunHost, MoneyPorts } from "@/lib/engine/ports";
import type { AskedQuestion } from "@/lib/money/asked";
import { createRunPurse, type MoneyRefusal } from "@/lib/money/purse";
import type { StepRecord } from "@/lib/protocol/run-record";
import type { Brief } from "@/lib/engine/brief";
import { collectEarlierSources } from "@/lib/engine/cited-sources";
import { createMeter, type Meter } from "./meter";
import { createModelInUse } from "./model-in-use";
import type { Reply } from "./reply";
import type { StoredBrief } from "@/lib/engine/stored-brief";
type AccountInput = { brief: Brief; reply: Reply; record: StoredBrief["record"]; signal: AbortSignal };
type AskCost = Pick<AskedQuestion, "model" | "usage" | "costMicroUsd">;

export type Account = ReturnType<typeof openAccount>;

/** What the run has done, used and spent, as its log and its record say it. */
export function openAccount(host: RunHost, { brief, reply, record, signal: ends }: AccountInput) {
  const { now } = host;
  const { log, trace, sources } = reply;
  const { temperature, seed } = brief.settings;
  const purse = openPurse(host.money.personPurse, brief, log);
  const meter = createMeter(host.models(), now, { temperature, seed, onStepCost: purse.endStep });
  const waits = createWaits(now);
  const asked: AskCost[] = [];
  let [startedAt, marked, agent]: [number, number, AgentRun | null] = [now(), 0, null];
  const ask: Ask = async (question, paidAs, signal = ends) => {
    const told = await host.askSmall(question, signal);
    meter.addCost(paidAs, told.costMicroUsd);
    return told;
  };
  return {
    ...{ meter, purse, record, model: createModelInUse(brief.chain, log), ask },
    async restore(): Promise<void> {
      const history = log.history();
      meter.restore(history);
      purse.restore(toSpent(history));
      startedAt = now() - history.elapsedMs - waits.totalMs();
      marked = history.steps.length;
      sources.clear();
      if (history.chunks.some(({ type }) => type === "tool-output-available"))
        collectEarlierSources(
          sources,
          [await reduceMessage(history.chunks, brief.messageId, {})],
          host.tools.listCitations,
        );
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
        const elapsedMs = now() - startedAt - waits.totalMs();
        log.mark({ mark: "step", step, ...spent, elapsedMs, forced: agent?.end.forced ?? null });
        trace.step(step);
        host.log.debug("model_called", toCallLine(record, step));
      }
      marked = meter.steps.length;
    },
    /** Says in the log what was spent, and by which calls, that belongs to no step yet. */
    markCosts(): void {
      log.mark({ mark: "calls", calls: [...meter.pendingCalls()], costByTool: { ...meter.costByTool() } });
    },
    /** A small question beside the loop, for the recording and for what is counted. */
    hear(question: AskedQuestion): void {
      asked.push(question);
      trace.question(question);
    },
    asked: (): readonly AskCost[] => asked,
    /** The record is of this run alone; a reply that went on was made by several. */
    close: (closing: Closing): void => closeRecord(record, meter, closing),
  };
}

/** What the run goes without for want of money stands beside the answer. */
function openPurse(personPurse: MoneyPorts["personPurse"], brief: Brief, log: Pick<RunLog, "push">) {
  const tell = ({ act, ...cents }: MoneyRefusal) =>
    log.push({ type: "data-notice", data: notices.unpaid({ act, ...cents }) });
  return createRunPurse(brief.grantedMicroUsd, personPurse(brief.userId), tell);
}

function closeRecord(
  record: StoredBrief["record"],
  meter: Meter,
  { outcome = null, reason = null, model = "", endedAt = null, ...closing }: Closing,
): void {
  const [usage, costMicroUsd] = [meter.usage(), meter.spentMicroUsd()];
  const spent = { steps: meter.steps, costByTool: meter.costByTool(), usage, costMicroUsd };
  const { evaluation, subQuestions, instructions } = closing;
  const checks = { evaluation, subQuestions, instructions };
  Object.assign(record, { status: "ended", outcome, reason, model, endedAt, ...spent, ...checks });
}

/** Waits that do not count; where several are under way at once they count as one. */
function createWaits(now: () => number) {
  let [overMs, open, begunAt] = [0, 0, 0];
  return {
    totalMs: (): number => overMs + (open > 0 ? now() - begunAt : 0),
    /** Gives what ends it; it is called once. */
    begin(): () => void {
      if (open === 0) begunAt = now();
      open += 1;
      return () => {
        open -= 1;
        if (open === 0) overMs += now() - begunAt;
      };
    },
  };
}

/** By ids alone. `correlationId`: the run that everything done for it has in common. */
function toCallLine({ id: runId, stepOf }: StoredBrief["record"], step: StepRecord) {
  const { number, model, startedAt, firstTokenMs, durationMs, finishReason, usage, costMicroUsd } = step;
  return {
    ...{ correlationId: stepOf?.runId ?? runId, runId, callId: `${runId}:${number}`, model },
    ...{ startedAt, firstTokenMs, durationMs, finishReason, usage, costMicroUsd },
  };
}

type Closed = "outcome" | "reason" | "model" | "endedAt" | "evaluation" | "subQuestions" | "instructions";
type Closing = Partial<Pick<StoredBrief["record"], Closed>>;

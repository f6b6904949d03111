import { setTimeout } from "node:timers/promises";
import { unknownPrice } from "@/lib/agent/limits";
import type { EndedTurn } from "@/lib/data/turns";
import { findCitedNumbers } from "@/lib/evidence/citations";
import { isAppError } from "@/lib/errors";
import type { ChatMessage, EndReason, MessageMetadata, Outcome } from "@/lib/protocol/chat-message";
import { checkAnswer, decideClaims, toClaimsChunk, type CheckedAnswer } from "@/lib/runs/answer/check-answer";
import { closeLog } from "./release";
import type { LiveRun } from "@/lib/runs/lease/live-runs";
import { toClosingChunks } from "@/lib/runs/answer/closing-chunks";
import { endBare } from "./fail-run";
import { addUsage } from "@/lib/runs/state/meter";
import { closeOpenParts, reduceMessage } from "@/lib/runs/log/reduce-message";
import type { RunDeps } from "@/lib/runs/ports";
import { keepMemories } from "@/lib/runs/answer/keep-memories";
import { rollSummary } from "@/lib/runs/context/roll-summary";
import { openContext, type RunWork } from "@/lib/runs/state/run-state";
import { findTold } from "@/lib/runs/answer/tell-memories";

/**
 * Closes the run: what is open is closed, the reply, the run and the conversation are saved together, then the followers hear the end.
 * When another worker has the run meanwhile, nothing is saved here, and the followers look for that one.
 */
export async function finishRun(
  deps: RunDeps,
  run: LiveRun,
  work: RunWork,
  end: { outcome: Outcome; reason?: EndReason },
): Promise<ChatMessage> {
  run.aside.isClosed = true;
  work.meter.addCost("title", run.aside.costMicroUsd);
  for (const chunk of closeOpenParts(run.log.chunks())) run.log.push(chunk);
  await findEarlierSources(deps, run, work);
  for (const chunk of toClosingChunks(run, work, end.outcome, end.reason)) run.log.push(chunk);
  await keepMemories(deps, run, work);
  const checked = await checkAnswer(deps, run, work);
  if (checked !== null) run.log.push(toClaimsChunk(checked.data));
  markEnd(run, end);
  const metadata = toMetadata(deps, run, work, end);
  closeRecord(run, work, metadata);
  const message = work.compactions.attach(await reduceMessage(run.log.chunks(), run.messageId, metadata));
  const chargedMicroUsd = work.meter.spentMicroUsd() + work.meter.unpricedTokens() * unknownPrice.input;
  const ended = await save(deps, run, message, chargedMicroUsd);
  if (ended === "lost") {
    run.log.end({ isOver: false });
    deps.inBackground("log_not_closed", closeLog(deps, run));
    return { ...message, metadata: { ...metadata, outcome: "interrupted", reason: "crashed" } };
  }
  const told: MessageMetadata =
    ended === "saved"
      ? metadata
      : { ...metadata, outcome: "interrupted", reason: "internal", error: notSaved };
  run.log.push({ type: "finish", messageMetadata: told });
  run.log.end();
  // What could not be saved is tried again from the log by whoever looks next.
  if (ended !== "failed") deps.inBackground("log_not_removed", removeLog(deps, run));
  if (ended === "saved") followUp(deps, run, work, { message, checked });
  return { ...message, metadata: told };
}

/** What has time until the reply is stored. */
function followUp(
  deps: RunDeps,
  run: LiveRun,
  work: RunWork,
  { message, checked }: { message: ChatMessage; checked: CheckedAnswer | null },
): void {
  deps.inBackground(
    "run_not_counted",
    deps.statistics.record(run.record, { isFirstToday: run.isFirstToday, fellBack: run.fellBack }),
  );
  deps.inBackground("conversation_not_summed_up", rollSummary(deps, run, work, message));
  const used = findTold(run)?.used.map(({ id }) => id) ?? [];
  if (used.length > 0)
    deps.inBackground(
      "use_not_counted",
      deps.memory.markUsed(run.userId, used, {
        conversationId: run.conversationId,
        messageId: run.messageId,
      }),
    );
  if (checked !== null && checked.undecided.length > 0)
    deps.inBackground("claims_not_decided", decideClaims(deps, run, checked));
}

/** An answer that an earlier worker had finished may cite sources of earlier turns, which were not read here. */
async function findEarlierSources(deps: RunDeps, run: LiveRun, work: RunWork): Promise<void> {
  if (work.context !== null || findCitedNumbers(work.answer).every((number) => work.sources.has(number)))
    return;
  await openContext(deps, run, work).catch((error: unknown) =>
    deps.log.warn("earlier_sources_not_read", { runId: run.id, error }),
  );
}

/** Whoever has to save it in the place of this worker must not go on with what was stopped, or call complete what was not. */
function markEnd(
  { log, writer }: LiveRun,
  { outcome, reason }: { outcome: Outcome; reason?: EndReason },
): void {
  if (outcome === "completed") return;
  log.mark({ mark: "end", outcome, ...(reason === undefined ? {} : { reason }) });
  writer.cut();
}

/** Long enough for those who read the log elsewhere to reach its end. */
const lingerMs = 3_000;
const flushLimitMs = 5_000;

/** Where others may read the log, it gets its end first. */
async function removeLog(deps: RunDeps, run: LiveRun): Promise<void> {
  if (!deps.isAlone) {
    await run.writer
      .flush(flushLimitMs)
      .catch((error: unknown) => deps.log.debug("log_not_ended", { runId: run.id, error }));
    await setTimeout(lingerMs, undefined, { signal: deps.closing }).catch(() => undefined);
  }
  await run.writer.end();
  await deps.leases.delete(run.id);
}

const notSaved = "The answer could not be saved; copy what you need. Your question is kept.";
/** A store that went away for a moment gets the answer when it is back. */
const retryDelaysMs = [1_000, 3_000, 8_000];

async function save(
  deps: RunDeps,
  run: LiveRun,
  message: ChatMessage,
  chargedMicroUsd: number,
): Promise<EndedTurn | "failed"> {
  const { userId, conversationId, epoch, record, aside } = run;
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const ended = await deps.turns.end({
        userId,
        conversationId,
        epoch,
        reply: { seq: run.seq, message },
        question: run.userMessage,
        record,
        chargedMicroUsd,
        title: aside.title,
        now: deps.now(),
      });
      if (ended !== "saved") deps.log.info("reply_not_wanted", { runId: run.id, ended });
      return ended;
    } catch (error) {
      const isAway = isAppError(error) && (error.code === "store_unavailable" || error.code === "conflict");
      deps.log.error("reply_not_saved", { runId: run.id, error });
      if (!isAway) return saveBare(deps, run);
      if (delayMs === null) return "failed";
      await setTimeout(delayMs);
    }
  }
  return "failed";
}

/** What no store takes is not tried again: the conversation is freed without it. */
async function saveBare(deps: RunDeps, run: LiveRun): Promise<"failed"> {
  await endBare(deps, run).catch((error: unknown) =>
    deps.log.error("run_not_ended", { runId: run.id, error }),
  );
  return "failed";
}

function toMetadata(
  deps: RunDeps,
  run: LiveRun,
  work: RunWork,
  { outcome, reason }: { outcome: Outcome; reason?: EndReason },
): MessageMetadata {
  return {
    runId: run.id,
    model: work.served,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(work.error === null ? {} : { error: work.error.message }),
    usage: addUsage(work.meter.usage(), run.base?.metadata?.usage),
    costMicroUsd: work.meter.spentMicroUsd() + (run.base?.metadata?.costMicroUsd ?? 0),
    startedAt: run.record.startedAt,
    endedAt: deps.now(),
  };
}

/** The record is of this run; a reply that went on was made by several. */
function closeRecord(run: LiveRun, work: RunWork, metadata: MessageMetadata): void {
  Object.assign(run.record, {
    status: "ended",
    outcome: metadata.outcome,
    reason: metadata.reason ?? null,
    model: metadata.model,
    steps: work.meter.steps,
    usage: work.meter.usage(),
    costMicroUsd: work.meter.spentMicroUsd(),
    costByTool: work.meter.costByTool,
    endedAt: metadata.endedAt,
  });
}

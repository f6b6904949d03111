import { callAnswerHooks, tellEnded } from "./answer-hooks";
import type { Reply } from "@/lib/engine/run/reply";
import { setTimeout } from "node:timers/promises";
import type { EndedTurn } from "@/lib/engine/records/turns";
import { isAppError } from "@/lib/errors";
import type { ChatMessage, MessageMetadata, ChatChunk } from "@/lib/protocol/chat-message";
import type { GivenInstructions } from "@/lib/protocol/run-record";
import { listMarks } from "@/lib/features/evidence/shape/citation-marks";
import { rollSummary } from "@/lib/engine/context/roll-summary";
import type { RunEnd } from "@/lib/engine/log/entries";
import { closeOpenParts, reduceMessage } from "@/lib/engine/log/reduce-message";
import { toEndChunks } from "@/lib/engine/log/replay-message";
import type { RunHost } from "@/lib/engine/ports";
import { addUsage } from "@/lib/engine/run/meter";
import { toFirstMetadata } from "@/lib/engine/stored-brief";
import type { Run, RunParts } from "@/lib/engine/run/run";
import { findSubQuestions } from "./examine";
import { saveEmptyReply } from "./fail-run";
import { closeLog } from "./release";
import { writeClosingText } from "@/lib/engine/loop/closing-text";
import { toLanguage } from "@/lib/engine/loop/notices";
import { toSourceChunks } from "@/lib/engine/cited-sources";

/**
 * Closes what is open, saves the reply, the run and the conversation together, then the followers hear the
 * end. When another worker has the run, nothing is saved here, and the followers look for that one.
 */
export async function finishRun(host: RunHost, run: RunParts, end: RunEnd): Promise<ChatMessage> {
  run.reply.endStage();
  run.account.meter.addCost("title", run.reply.background.close().costMicroUsd);
  for (const chunk of closeOpenParts(run.reply.log.chunks())) run.reply.log.push(chunk);
  await findEarlierSources(host, run);
  for (const chunk of toClosingChunks(run, end)) run.reply.log.push(chunk);
  const { metadata: added, after } = await callAnswerHooks(host, run, end);
  markEnd(run.reply, end);
  run.account.purse.close();
  const instructions = listInstructions(run);
  const metadata = {
    ...toMetadata(host.now, run, end),
    ...added,
    ...(instructions && { isInstructed: true as const }),
  };
  run.account.close({ ...metadata, ...(instructions && { instructions }) });
  const message = run.context.compactions.attach(
    await reduceMessage(run.reply.log.chunks(), run.brief.messageId, metadata),
  );
  const ended = await save(host, run, message);
  if (ended === "lost") {
    run.reply.log.end("elsewhere");
    host.inBackground("log_not_closed", closeLog(host, run));
    return { ...message, metadata: { ...metadata, outcome: "interrupted", reason: "crashed" } };
  }
  run.reply.trace.note("outcome", { ...end });
  // A step waits for nobody, and a conversation that is deleted waits for what is being written.
  const traced = run.reply.trace.finish();
  host.inBackground("trace_not_written", traced);
  const shown: MessageMetadata =
    ended === "saved"
      ? metadata
      : { ...metadata, outcome: "interrupted", reason: "unsaved", error: notSaved };
  for (const chunk of toEndChunks(shown)) run.reply.log.push(chunk);
  run.reply.log.end();
  // What could not be saved is tried again from the log, and told, by whoever looks next.
  if (ended !== "failed") {
    host.inBackground("log_not_removed", removeLog(host, run));
    const known = { record: run.account.record, message, isSaved: ended === "saved", traced };
    host.inBackground("run_not_told", tellEnded(host, run, known));
  }
  if (ended !== "saved") return { ...message, metadata: shown };
  const given = { context: run.context.opened(), room: run.context.given().room };
  // A step is part of the reply whose plan it is of.
  if (run.brief.task === null)
    host.inBackground("conversation_not_summed_up", rollSummary(host, run.brief, given, message));
  const { record } = run.account;
  for (const { event, work } of after) host.inBackground(event, work({ record, closing: host.closing }));
  return { ...message, metadata: shown };
}

/** What the reply was told to keep to; `null` where that was nothing, or it was never told. */
function listInstructions({ brief, context }: Pick<Run, "brief" | "context">): GivenInstructions[] | null {
  const opened = context.opened();
  if (opened === null) return null;
  const pieces = opened.contributions.flatMap((given) => given.pieces ?? []);
  const told = pieces.flatMap((piece) => piece.told ?? []);
  if (brief.agent !== null) told.push({ kind: "agent", name: brief.agent.name, text: null });
  return told.length > 0 ? told : null;
}

/** An answer that an earlier worker finished may cite sources of earlier turns, which were not read here. */
async function findEarlierSources(host: RunHost, run: RunParts): Promise<void> {
  const isKnown = listMarks(run.reply.answer.text()).every(({ numbers }) =>
    numbers.every((number) => run.reply.sources.has(number)),
  );
  if (run.context.opened() !== null || isKnown) return;
  await run.context
    .open()
    .catch((error: unknown) => host.log.warn("earlier_sources_not_read", { runId: run.brief.id, error }));
}

/** Whoever saves it instead must not go on with what was stopped, or call complete what was not. */
function markEnd({ log, writer }: Reply, end: RunEnd): void {
  if (end.outcome === "completed") return;
  log.mark({ mark: "end", ...end });
  writer.cut();
}

/** Long enough for those who read the log elsewhere to reach its end. */
const lingerMs = 3_000;
const flushLimitMs = 5_000;

/** Where others may read the log, it gets its end first. */
async function removeLog(host: RunHost, run: Pick<Run, "brief" | "reply">): Promise<void> {
  if (!host.worker.isAlone) {
    await run.reply.writer
      .flush(flushLimitMs)
      .catch((error: unknown) => host.log.debug("log_not_ended", { runId: run.brief.id, error }));
    await setTimeout(lingerMs, undefined, { signal: host.closing }).catch(() => undefined);
  }
  await run.reply.writer.end();
  await host.records.leases.delete(run.brief.id);
}

const notSaved = "The answer could not be saved; copy what you need. Your question is kept.";
/** A store that went away for a moment gets the answer when it is back. */
const retryDelaysMs = [1_000, 3_000, 8_000];

async function save(host: RunHost, run: RunParts, message: ChatMessage): Promise<EndedTurn | "failed"> {
  const { userId, conversationId, epoch, place, question } = run.brief;
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      const ended = await host.records.turns.end({
        ...{ userId, conversationId, epoch, question, record: run.account.record },
        reply: { seq: place.seq, branch: place.path[0]?.branch ?? 0, message },
        chargedMicroUsd: run.account.purse.spentMicroUsd(),
        title: run.reply.background.title(),
        now: host.now(),
      });
      if (ended !== "saved") host.log.info("reply_not_wanted", { runId: run.brief.id, ended });
      return ended;
    } catch (error) {
      const isAway = isAppError(error) && (error.code === "store_unavailable" || error.code === "conflict");
      host.log.error("reply_not_saved", { runId: run.brief.id, error });
      // What no store takes is not tried again: the conversation is freed without it.
      if (!isAway) await saveEmptyReply(host, run);
      if (!isAway || delayMs === null) return "failed";
      await setTimeout(delayMs);
    }
  }
  return "failed";
}

function toMetadata(now: () => number, run: RunParts, end: RunEnd): MessageMetadata {
  const before = run.brief.base?.metadata;
  const error = run.reply.answer.error();
  const endedAt = now();
  return {
    ...toFirstMetadata(run.account.record),
    model: run.account.model.ref(),
    ...end,
    ...(error === null ? {} : { error: error.message }),
    ...(error?.detail === undefined ? {} : { detail: error.detail }),
    ...(error?.retryAfter === undefined ? {} : { retryAt: endedAt + error.retryAfter * 1000 }),
    usage: addUsage(run.account.meter.usage(), before?.usage),
    costMicroUsd: run.account.meter.spentMicroUsd() + (before?.costMicroUsd ?? 0),
    endedAt,
    ...toChecks(run.reply),
  };
}

function toChecks(reply: Reply): Pick<MessageMetadata, "evaluation" | "subQuestions"> {
  const evaluation = reply.answer.evaluation();
  const subQuestions = findSubQuestions(reply);
  return {
    ...(evaluation === null ? {} : { evaluation }),
    ...(subQuestions.length === 0 ? {} : { subQuestions }),
  };
}

/** The run's own events at its end: last words where the model had none, and the sources that were cited. */
function toClosingChunks({ reply, brief, account }: RunParts, { outcome, reason }: RunEnd): ChatChunk[] {
  const shown = new Set(
    reply.log.chunks().flatMap((chunk) => (chunk.type === "source-url" ? [chunk.sourceId] : [])),
  );
  const toNewSources = (answer: string) =>
    toSourceChunks(answer, reply.sources).filter(
      (chunk) => chunk.type !== "source-url" || !shown.has(chunk.sourceId),
    );
  // A step without words of the model has no result; ours would pass for one.
  const isAnswered = reply.answer.text().trim() !== "" || brief.task !== null;
  if (outcome !== "limited" || isAnswered) return toNewSources(reply.answer.text());
  const findings = [...reply.sources.values()].slice(0, 5).map(({ number, title }) => ({ number, title }));
  const hasResults = account.meter.steps.some(({ toolCalls }) =>
    toolCalls.some(({ status }) => status === "success"),
  );
  const language = toLanguage(brief.options.language);
  const text = writeClosingText(reason ?? "iterations", language, { findings, hasResults });
  return [
    { type: "text-start", id: "end" },
    { type: "text-delta", id: "end", delta: text },
    { type: "text-end", id: "end" },
    ...toNewSources(text),
  ];
}

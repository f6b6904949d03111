import { toClosedApprovals } from "@/lib/engine/consent/asked-calls";
import { createLogWriter } from "@/lib/engine/log/log-writer";
import { baseCursor, toBaseChunks } from "@/lib/engine/log/replay-message";
import { createRunLog, type RunLog } from "@/lib/engine/log/run-log";
import { createPartIds } from "@/lib/engine/loop/tidy-chunks";
import type { RunHost } from "@/lib/engine/ports";
import type { Log } from "@/lib/log";
import type { LogCursor, RunLogs } from "@/lib/engine/records/run-logs";
import type { ChatChunk, ChatMessage, NoticeData } from "@/lib/protocol/chat-message";
import type { ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import { createAnswer, createBackgroundResult } from "./answer";
import type { Brief } from "@/lib/engine/brief";
import { createCalls } from "./calls";
import type { FoundSources } from "@/lib/engine/cited-sources";
import { toFirstMetadata, type StoredBrief } from "@/lib/engine/stored-brief";

export type Reply = ReturnType<typeof openReply>;
export type BegunReply = {
  record: StoredBrief["record"];
  /** The position in the log after which this worker goes on. */
  after: LogCursor | null;
  /** Where what is shown is kept; `null`: nowhere. */
  runLogs: Pick<RunLogs, "append"> | null;
  signal: AbortSignal;
};

/** What is shown and kept of a reply, and what is known of it. */
export function openReply(host: RunHost, brief: Brief, begun: BegunReply) {
  const { record } = begun;
  const { base, epoch, messageId } = brief;
  const trace = host.openTrace({ ...brief, record });
  if (base !== null) trace.note("continued", { parts: base.parts.length });
  const { log, writer } = openLog(host.log.warn, brief, begun, trace.event);
  const { promise: done, resolve: settle } = Promise.withResolvers<ChatMessage>();
  const baseLength = base === null ? 0 : toBaseChunks(base).length;
  return {
    ...{ log, writer, trace },
    /** How many of the log's events are those of the reply as it was before. */
    baseLength,
    /** The events behind the reply as it was before. */
    ownChunks: (): readonly ChatChunk[] => log.chunks().slice(baseLength),
    /** Unique over all attempts and workers: readers may still hold what was taken back. */
    newPartId: createPartIds(`${epoch}-`),
    answer: createAnswer(),
    background: createBackgroundResult(),
    calls: createCalls(log),
    sources: new Map() as FoundSources,
    /** Shows that the reply begins, unless an earlier worker has. */
    begin(): void {
      if (log.chunks().length > 0) return;
      log.push({ type: "start", messageId, messageMetadata: toFirstMetadata(record) });
    },
    /** Begins with the reply as it was before. */
    loadBase(before: ChatMessage): void {
      const chunks = toBaseChunks(before);
      for (const chunk of chunks) writer.add(chunk);
      log.load(chunks, baseCursor);
    },
    /** The run ends without an answer of the person: what was asked is not asked any more. */
    closeApprovals(): void {
      for (const chunk of toClosedApprovals(log.chunks())) log.push(chunk);
    },
    ...createNotices(log, brief, begun.signal),
    /** Resolves with the reply: as it is stored, or as far as this worker got. Never rejects. */
    ...{ done, settle },
  };
}

function openLog(
  warn: Log["warn"],
  { id: runId, epoch }: Brief,
  { after, runLogs }: BegunReply,
  onShown: (chunk: ChatChunk) => void,
) {
  const writer = createLogWriter({
    epoch,
    after,
    append: async (batch) => runLogs?.append(runId, batch),
    onCut: (cursor) => log.noteCursor(cursor),
    onFailure: (error) => warn("log_not_written", { runId, error }),
  });
  const log = runLogs === null ? createRunLog() : createRunLog(writer, onShown);
  return { log, writer };
}

/** What the person is told beside the answer. */
function createNotices(log: RunLog, { task }: Brief, signal: AbortSignal) {
  let earlier: readonly ChatMessage[] = [];
  let stage: ProgressData | null = null;
  function show(data: ProgressData): void {
    log.push({ type: "data-progress", transient: true, data });
  }
  function endStage(): void {
    if (stage !== null) show({ ...stage, status: "completed" });
    stage = null;
  }
  /** A notice is shown once a run: the same one is not repeated by a later step. */
  function notice(data: NoticeData): void {
    const isKnown = log
      .chunks()
      .some((chunk) => chunk.type === "data-notice" && JSON.stringify(chunk.data) === JSON.stringify(data));
    if (!isKnown) log.push({ type: "data-notice", data });
  }
  return {
    notice,
    /** What the person was told before it in the conversation. */
    noteEarlier: (messages: readonly ChatMessage[]): void => void (earlier = messages),
    /** A notice that is told once a conversation, by its kind. Says whether it was told now. */
    tellOnce(data: NoticeData): boolean {
      // Nobody reads the conversation of a step; a run that was stopped asked for nothing more.
      if (task !== null || signal.aborted) return false;
      const isTold = [...earlier.flatMap(({ parts }) => parts), ...log.chunks()].some(
        (part) => part.type === "data-notice" && part.data.kind === data.kind,
      );
      if (!isTold) notice(data);
      return !isTold;
    },
    /** A stage begins; the one before it is complete. */
    stage(name: ProgressStage, message: string, details: NonNullable<ProgressData["details"]> = {}): void {
      endStage();
      stage = { stage: name, status: "started", message, details };
      show(stage);
    },
    endStage,
  };
}

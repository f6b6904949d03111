import { notices } from "@/lib/engine/loop/notices";
import type { Refusal } from "@/lib/money/purse";
import type { ChatChunk, ChatMessage, NoticeData } from "@/lib/protocol/chat-message";
import type { ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import { toClosedApprovals } from "@/lib/engine/consent/asked-calls";
import type { LogWriter } from "@/lib/engine/log/log-writer";
import { baseCursor, toBaseChunks } from "@/lib/engine/log/replay-message";
import type { RunLog } from "@/lib/engine/log/run-log";
import { toFirstMetadata } from "./brief";

type Shown = {
  messageId: string;
  record: RunRecord;
  baseLength: number;
  log: RunLog;
  writer: Pick<LogWriter, "add">;
};

/** Says beside the answer what it goes without for want of money. */
export function tellUnpaid(log: Pick<RunLog, "push">) {
  return ({ act, ...cents }: Refusal): void =>
    log.push({ type: "data-notice", data: notices.unpaid({ act, ...cents }) });
}

/** What the person is told beside the answer. */
export function createMessages({ messageId, record, baseLength, log, writer }: Shown) {
  let stage: ProgressData | null = null;
  function show(data: ProgressData): void {
    log.push({ type: "data-progress", transient: true, data });
  }
  function endStage(): void {
    if (stage !== null) show({ ...stage, status: "completed" });
    stage = null;
  }
  return {
    /** Shows that the reply begins, unless an earlier worker has. */
    begin(): void {
      if (log.chunks().length > 0) return;
      log.push({ type: "start", messageId, messageMetadata: toFirstMetadata(record) });
    },
    /** Begins with the reply as it was before. */
    loadBase(base: ChatMessage): void {
      const chunks = toBaseChunks(base);
      for (const chunk of chunks) writer.add(chunk);
      log.load(chunks, baseCursor);
    },
    /** The events behind the reply as it was before. */
    ownChunks: (): readonly ChatChunk[] => log.chunks().slice(baseLength),
    /** The run ends without an answer of the person: what was asked is not asked any more. */
    closeApprovals(): void {
      for (const chunk of toClosedApprovals(log.chunks())) log.push(chunk);
    },
    /** A notice is shown once a run: the same one is not repeated by a later step. */
    notice(data: NoticeData): void {
      const isKnown = log
        .chunks()
        .some((chunk) => chunk.type === "data-notice" && JSON.stringify(chunk.data) === JSON.stringify(data));
      if (!isKnown) log.push({ type: "data-notice", data });
    },
    /** A stage begins; the one before it is complete. */
    progress(name: ProgressStage, message: string, details: NonNullable<ProgressData["details"]> = {}): void {
      endStage();
      stage = { stage: name, status: "started", message, details };
      show(stage);
    },
    endStage,
  };
}

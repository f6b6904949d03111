import type { Messages } from "@/lib/data/messages";
import type { RunHost } from "@/lib/engine/ports";
import { AppError } from "@/lib/errors";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type {
  PlaygroundCall,
  PlaygroundEstimate,
  PlaygroundRequest,
} from "@/lib/features/traces/shape/playground";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { ReplayReply, ReplayRequest, RunCase, TraceReply } from "@/lib/features/traces/shape/traces";
import { branchRun } from "./branch-run";
import { openCall, prepareCall, type TriedRun } from "./playground";
import { findRecordedCall, toPlaygroundCall } from "./playground-call";
import { replayRun } from "./replay-run";

/** What is done again from what was recorded of a run. */
export function createReplays(host: RunHost) {
  const busy = createOneEach();
  return {
    /** Makes a run again from what was recorded of it. Throws `not_found` where its reply is gone. */
    async replay(
      userId: string,
      { conversationId, messageId }: RunRecord,
      trace: TraceReply,
    ): Promise<ReplayReply> {
      return replayRun(trace, await getReply(host.records.messages, userId, { conversationId, messageId }));
    },
    /** A run as a case that a test can replay. Throws `not_found` where its reply is gone. */
    async toCase(userId: string, record: RunRecord, trace: TraceReply): Promise<RunCase> {
      const { runId, version, faults, entries } = trace;
      return {
        runId,
        version,
        faults,
        entries,
        message: await getReply(host.records.messages, userId, record),
      };
    },
    /** Makes a run again from one of its calls on, and keeps what comes of it as another run. */
    branch: (
      userId: string,
      record: RunRecord,
      trace: TraceReply,
      request: ReplayRequest,
    ): Promise<RunRecord> => busy.add(userId, () => branchRun(host, { userId, record, trace, request })),
    ...createPlayground(host, busy),
  };
}

/** One recorded call of a model, edited and made once more. */
function createPlayground(host: RunHost, busy: ReturnType<typeof createOneEach>) {
  return {
    /** Throws `not_found`. */
    getCall: ({ entries }: TraceReply, call: number): PlaygroundCall =>
      toPlaygroundCall(findRecordedCall(entries, call), call),
    async estimateCall(trace: TraceReply, request: PlaygroundRequest): Promise<PlaygroundEstimate> {
      return (await prepareCall(host, { trace, request })).estimate;
    },
    /** The call is made when what this gives is called, which has to be. */
    async openCall(userId: string, trace: TraceReply, request: PlaygroundRequest): Promise<TriedRun> {
      const free = busy.take(userId);
      try {
        const run = await openCall(host, { userId, trace, request });
        return (emit, signal) => run(emit, signal).finally(free);
      } catch (error) {
        free();
        throw error;
      }
    },
  };
}

async function getReply(
  messages: Messages,
  userId: string,
  { conversationId, messageId }: Pick<RunRecord, "conversationId" | "messageId">,
): Promise<ChatMessage> {
  const stored = await messages.find(userId, conversationId, messageId);
  if (stored === null) throw new AppError("not_found", "The reply of this run does not exist.");
  return stored.message;
}

/** One branch, or call that is tried, of a person at a time in this process. */
function createOneEach() {
  const busy = new Set<string>();
  return {
    /** Taken until what this gives is called. */
    take(userId: string): () => void {
      if (busy.has(userId))
        throw new AppError("too_many_runs", "A run is being repeated already. Wait for it.");
      busy.add(userId);
      return () => void busy.delete(userId);
    },
    async add<T>(userId: string, work: () => Promise<T>): Promise<T> {
      const free = this.take(userId);
      return work().finally(free);
    },
  };
}

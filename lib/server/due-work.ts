import type { Conversations } from "@/lib/data/conversations";
import type { JobRecords } from "@/lib/data/jobs";
import type { Messages } from "@/lib/data/messages";
import type { Quotas } from "@/lib/data/quotas";
import { toForgetAt, type TemporaryChats } from "@/lib/data/temporary-chats";
import { createJobs, type JobHandler, type JobHandlers, type Jobs } from "@/lib/jobs/jobs";
import type { Log } from "@/lib/log";
import { createLearnConversation, type LearnDeps } from "@/lib/memory/learn-conversation";
import type { Memory } from "@/lib/memory/memory";

export type DueWorkDeps = Pick<LearnDeps, "askSmall" | "hasSmallModel" | "maySpend" | "payFor"> & {
  records: {
    jobs: JobRecords;
    conversations: Conversations;
    messages: Messages;
    quotas: Quotas;
    temporaryChats: TemporaryChats;
  };
  memory: Memory;
  documentJobs: Pick<JobHandlers, "read" | "discard" | "clear">;
  /** Indexes what a person said. */
  recall: JobHandler<"recall">;
  /** Asks a workflow at its time. */
  askWorkflow: JobHandlers["workflow"];
  /** Asks the questions of an experiment. */
  askExperiment: JobHandlers["experiment"];
  /** Begins what is asked each night. */
  beginNight: JobHandlers["nightly"];
  remind: JobHandler<"remind">;
  tell: JobHandler<"tell">;
  isMemoryEnabled: () => Promise<boolean>;
  /** Deletes a conversation with all that hangs on it, also what is left of one whose record is gone. */
  forget: (userId: string, conversationId: string) => Promise<unknown>;
  log: Log;
  now: () => number;
};

/** What is done beside the answers when its time has come. */
export function createDueWork({
  records,
  memory,
  documentJobs,
  recall,
  askWorkflow,
  askExperiment,
  beginNight,
  remind,
  tell,
  askSmall,
  hasSmallModel,
  isMemoryEnabled,
  maySpend,
  payFor,
  forget,
  log,
  now,
}: DueWorkDeps): Jobs & { closing: AbortSignal; close(): void } {
  const closing = new AbortController();
  const learn = createLearnConversation({
    ...records,
    memory,
    askSmall,
    hasSmallModel,
    isEnabled: isMemoryEnabled,
    maySpend,
    payFor,
    now,
  });
  const jobs = createJobs({
    records: records.jobs,
    handlers: {
      ...documentJobs,
      ...{
        learn,
        recall,
        remind,
        tell,
        workflow: askWorkflow,
        experiment: askExperiment,
        nightly: beginNight,
      },
      forget: createForget({ ...records, forget, log, now }),
    },
    log,
    now,
    closing: closing.signal,
  });
  return { ...jobs, closing: closing.signal, close: () => closing.abort() };
}

/** A reply that is made is waited for. */
const busyMs = 30_000;
const retryMs = 300_000;
/** A tool that was at work while its conversation was deleted may still write what it found. */
const afterMs = 120_000;

/** Deletes a temporary chat at its end, later what came late; never gives up. A kept one is left alone. */
function createForget({
  conversations,
  temporaryChats,
  forget,
  log,
  now,
}: Pick<DueWorkDeps["records"], "conversations" | "temporaryChats"> &
  Pick<DueWorkDeps, "forget" | "log" | "now">): JobHandler<"forget"> {
  return async ({ userId, conversationId }) => {
    try {
      const conversation = await conversations.find(userId, conversationId);
      if (conversation !== null && !conversation.temporary) return null;
      if (conversation !== null && conversation.activeRunId !== null) return now() + busyMs;
      if (conversation !== null && toForgetAt(conversation) > now()) return toForgetAt(conversation);
      if (!(await temporaryChats.end({ userId, conversationId }))) return now() + busyMs;
      await forget(userId, conversationId);
      return conversation === null ? null : now() + afterMs;
    } catch (error) {
      log.warn("chat_not_forgotten", { error });
      return now() + retryMs;
    }
  };
}

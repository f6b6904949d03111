import type { Steer } from "@/lib/engine/records/leases";
import type { TrialStart } from "@/lib/engine/feature";
import { AppError } from "@/lib/errors";
import type { ApprovalAnswer } from "@/lib/protocol/approvals";
import type { ApprovalAnswers, ChatRequest } from "@/lib/protocol/chat-request";
import type { ConversationReply, ConversationsQuery, ConversationsReply } from "@/lib/protocol/conversations";
import type { Plan, PlanEdit } from "@/lib/features/plans/shape";
import type { RunOrigin, RunRecord } from "@/lib/protocol/run-record";
import type { AnswerKey } from "./consent/keep-answer";
import {
  answerAll,
  answerApproval,
  forgetConversation,
  steer,
  stop,
  takeBack,
  type ApprovalKey,
} from "./commands";
import { followRun, type RunStream } from "./follow/follow-run";
import { readConversation } from "./follow/read-conversation";
import { createConversationSearch } from "./follow/search-conversations";
import { createLiveRuns } from "./lease/live-runs";
import { createWorkers, type TakenRun } from "./lease/workers";
import type { FollowOptions } from "./log/run-log";
import type { RunHost } from "./ports";
import { createTaskRuns } from "./task-runs";
import { answerQuestion, changePlan, getPlan } from "./plan-commands";
import type { Runtime } from "./lease/workers";
import { startOrJoin, type StartedRun } from "./start-or-join";
import { readBrief } from "./stored-brief";
import type { Run } from "./run/run";
import { recoverRun } from "./turn/recover";
import { startRun } from "./turn/start";
import { startTrial, toTrialRequest } from "./turn/start-trial";

export type Runs = Omit<ReturnType<typeof createRuns>, "host">;

/** Replies that outlive their requests and their processes, one at a time in a conversation. */
export function createRuns(given: Omit<RunHost, "closing" | "tasks">) {
  const closing = new AbortController();
  const tasks = createTaskRuns(() => runtime);
  const host: RunHost = { ...given, closing: closing.signal, tasks };
  const live = createLiveRuns(host.worker);
  const workers = createWorkers(host, live, (run, kind) => recoverRun(host, live, run, kind));
  const runtime: Runtime = { host, live, workers };
  return {
    host,
    start: (userId: string, request: ChatRequest, origin?: RunOrigin): Promise<StartedRun> =>
      startOrJoin(runtime, userId, request, { begin: () => startRun(host, userId, request, origin) }),
    /** Answers a question with other settings. The same one again joins it, or gets its answer. */
    startTrial: (trial: TrialStart): Promise<StartedRun> =>
      startOrJoin(runtime, trial.userId, toTrialRequest(trial), { begin: () => startTrial(host, trial) }),
    ...createRunCommands(runtime),
    ...createReads(runtime),
    /** Goes on with a released run. Gives its end, or `null` when there is nothing to take over. */
    resume: workers.resume,
    /** Takes over what nobody makes any more, and removes what is over. Gives the ends of the replies. */
    sweep: workers.sweep,

    count: live.count,

    /** Ends everything that runs for a person in this process; what there is of the replies stays. */
    endAllOf: async (userId: string): Promise<void> => cutAll(await live.listOf(userId), "stopped"),

    /** Resolves when this process makes no reply in the conversation, at once or when it ends. */
    async untilIdle(userId: string, conversationId: string): Promise<void> {
      const run = await live.find(userId, conversationId);
      await run?.reply.done;
    },

    /** Releases every reply for another process or the next start to go on with, and lets none begin. */
    async close(): Promise<void> {
      const running = await live.close();
      closing.abort();
      await cutAll(running, "handover");
    },
  };
}

/** What a person says to a running reply, and does with its conversation. */
function createRunCommands(runtime: Runtime) {
  return {
    stop: (userId: string, conversationId: string): Promise<void> =>
      stop(runtime, { userId, conversationId }),

    /** Words of the person for the running reply. Throws `not_running`. */
    steer: (userId: string, conversationId: string, message: Steer): Promise<void> =>
      steer(runtime, { userId, conversationId }, message),

    /** Takes such words back. Throws `already_decided` where they were read, and `not_running`. */
    takeBack: (userId: string, conversationId: string, messageId: string): Promise<void> =>
      takeBack(runtime, { userId, conversationId }, messageId),

    /** Gives the reply when it goes on here. Throws `not_found`, `already_decided` or `invalid_request`. */
    answerApproval: async (key: ApprovalKey, answer: ApprovalAnswer): Promise<TakenRun | null> =>
      toTaken(await answerApproval(runtime, key, answer)),

    /**
     * The person's answers to all calls that wait. Gives what is new of the reply, which goes on with the
     * last of them. Throws as `answerApproval` does, and `not_running`.
     */
    answerAll: (userId: string, request: ApprovalAnswers): Promise<StartedRun> =>
      answerAll(runtime, { userId, conversationId: request.id }, request.answers),

    getPlan: (userId: string, runId: string): Promise<Plan> => getPlan(runtime, userId, runId),

    /**
     * `resumed`: the reply when it goes on here. Throws `not_found`, `conflict`, `already_decided`,
     * `not_running` or `invalid_request`.
     */
    async changePlan(userId: string, runId: string, edit: PlanEdit) {
      const { plan, run } = await changePlan(runtime, userId, runId, edit);
      return { plan, resumed: toTaken(run) };
    },

    /** Gives the reply when it goes on here. Throws `not_found` or `already_decided`. */
    answerQuestion: async (key: AnswerKey, answer: string): Promise<TakenRun | null> =>
      toTaken(await answerQuestion(runtime, key, answer)),

    /** Throws `not_found`, when whatever of it there may be is gone. */
    async deleteConversation(userId: string, conversationId: string): Promise<void> {
      if (!(await forgetConversation(runtime, { userId, conversationId })))
        throw new AppError("not_found", "This conversation does not exist.");
    },

    /** Also deletes what is left when the record is gone already; says whether that was there. */
    forgetConversation: (userId: string, conversationId: string): Promise<boolean> =>
      forgetConversation(runtime, { userId, conversationId }),

    /** From the first event or behind a position, then live, wherever it is made; `null`: nothing runs. */
    follow: (
      userId: string,
      conversationId: string,
      options: FollowOptions = {},
    ): Promise<RunStream | null> => followRun(runtime, { userId, conversationId }, options),
  };
}

const toTaken = (run: Pick<Run, "reply"> | null): TakenRun | null =>
  run === null ? null : { reply: run.reply.done };

/** What a person reads of their conversations. */
function createReads(runtime: Runtime) {
  const { host, live } = runtime;
  return {
    async getRecord(userId: string, runId: string): Promise<RunRecord> {
      const known =
        live.findById(userId, runId)?.account.record ?? (await host.records.runs.find(userId, runId));
      if (known !== null) return known;
      const held = await host.records.leases.find(runId);
      const brief = held?.lease.userId === userId ? readBrief(held) : null;
      if (brief !== null) return brief.record;
      throw new AppError("not_found", "This run does not exist.");
    },
    readConversation: (
      userId: string,
      conversationId: string,
      query: { cursor?: number | undefined; limit: number },
    ): Promise<ConversationReply> => readConversation(runtime, { userId, conversationId }, query),
    listConversations: (userId: string, query: ConversationsQuery): Promise<ConversationsReply> =>
      host.records.conversations.list(userId, query),
    searchConversations: createConversationSearch(host),
  };
}

async function cutAll(running: readonly Run[], cause: "stopped" | "handover"): Promise<void> {
  for (const run of running) run.control.cut.cut(cause);
  await Promise.all(running.map((run) => run.reply.done));
}

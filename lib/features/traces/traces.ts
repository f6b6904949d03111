import type { TraceFiles } from "@/lib/features/traces/records/trace-files";
import type { AuditLog } from "@/lib/data/audit";
import type { Conversations } from "@/lib/data/conversations";
import type { Messages } from "@/lib/data/messages";
import type { People } from "@/lib/data/people";
import type { FoundRun } from "@/lib/features/traces/records/list-runs";
import type { SharedRuns } from "@/lib/features/traces/records/shared-runs";
import { AppError } from "@/lib/errors";
import { toMessageText } from "@/lib/protocol/message-text";
import type { Plan } from "@/lib/features/plans/shape";
import type { RunComparison } from "@/lib/features/traces/shape/run-comparison";
import type { RunRecord } from "@/lib/protocol/run-record";
import {
  runsQuerySchema,
  toRunSummary,
  type OwnRunsQuery,
  type RunOverview,
  type RunsQuery,
  type RunsReply,
  type RunTree,
  type SiteRun,
  type SiteRunsReply,
} from "@/lib/protocol/runs";
import type { TraceReply } from "@/lib/features/traces/shape/traces";
import type { ComparedRun } from "./compare-runs";
import { listOwnRuns } from "./list-own-runs";
import { toRanTasks } from "./to-ran-tasks";
import { toTraceRows } from "./to-rows";
import { toWordlessEntry } from "./to-wordless";
import { readTrace, type ReadTrace } from "./trace-file";

export type Traces = ReturnType<typeof createTraces>;
export type TracesDeps = {
  files: Pick<TraceFiles, "find">;
  listRuns: (userId: string, query: RunsQuery) => Promise<RunsReply>;
  messages: Pick<Messages, "find">;
  conversations: Pick<Conversations, "readTitles">;
  listSiteRuns: (query: RunsQuery) => Promise<{ runs: FoundRun[]; cursor: string | null }>;
  people: Pick<People, "findMany">;
  sharedRuns: SharedRuns;
  audit: Pick<AuditLog, "record">;
  /** In a thread of its own. */
  compareRuns: (owner: string, one: ComparedRun, other: ComparedRun) => Promise<RunComparison>;
};
type Run = Pick<RunRecord, "id" | "conversationId" | "startedAt">;

/** What happened in runs, as it was kept. */
export function createTraces(deps: TracesDeps) {
  const { files, listRuns, messages, sharedRuns } = deps;
  const find = async (userId: string, { id: runId, conversationId, startedAt }: Run) => {
    const bytes = await files.find({ userId, runId, conversationId, startedAt });
    return bytes === null ? null : readTrace(bytes);
  };
  const withAnswer = async (userId: string, record: RunRecord): Promise<ComparedRun> => {
    if (record.branchOf !== undefined)
      return { record, answer: findBranchAnswer(await find(userId, record)) };
    const found = await messages.find(userId, record.conversationId, record.messageId);
    return { record, answer: found === null ? null : toMessageText(found.message).trim() };
  };
  return {
    /** `isOwn`: with the titles of their conversations, which are words, and by words. */
    list: (userId: string, query: OwnRunsQuery, isOwn: boolean): Promise<RunsReply> =>
      isOwn ? listOwnRuns(deps, userId, query) : listRuns(userId, query),

    /** Throws `not_found` where nothing is kept. `isWordless`: for others than the person whose run it is. */
    async read(userId: string, run: Run, isWordless: boolean): Promise<TraceReply> {
      const trace = await find(userId, run);
      if (trace === null) throw new AppError("not_found", "What happened in this run is not kept.");
      return { runId: run.id, isWordless, ...trace, ...(isWordless && toWordless(trace)) };
    },

    /** Of all people, without anybody's words. `person`: of that one. */
    listEverybodys: (query: RunsQuery) => listSite(deps, query),
    nameOf: (userId: string) => findName(deps, userId),
    /** Whether the person lets those who help read its words. */
    isShared: sharedRuns.has,
    /** Lets them, or no longer. It ends with what is kept of the run. */
    async share(userId: string, { id }: Run, isShared: boolean): Promise<void> {
      await (isShared ? sharedRuns.set(userId, id) : sharedRuns.delete(userId, id));
      await deps.audit.record({ act: isShared ? "run_shared" : "run_unshared", actor: userId, detail: id });
    },

    /** Two runs of one person beside each other. */
    async compare(userId: string, one: RunRecord, other: RunRecord): Promise<RunComparison> {
      const [first, second] = await Promise.all([withAnswer(userId, one), withAnswer(userId, other)]);
      return deps.compareRuns(userId, first, second);
    },

    /** What a page of the run shows at first; no words of anybody are in it. */
    async overview(userId: string, record: RunRecord, isOwn: boolean): Promise<RunOverview> {
      const [trace, steps, isShared, plan] = await Promise.all([
        find(userId, record),
        listSteps(listRuns, userId, record),
        sharedRuns.has(userId, record.id),
        readPlan(messages, userId, record),
      ]);
      return {
        run: toRunSummary(record),
        rows: trace === null ? [] : toTraceRows(trace.entries, record.startedAt),
        faults: trace?.faults ?? [],
        isTraced: trace !== null,
        messageId: record.messageId,
        ...{ steps, isShared, plan: toRanTasks(plan, { startedAt: record.startedAt, isOwn }) },
      };
    },
  };
}

async function listSite(
  { listRuns, listSiteRuns, people }: Pick<TracesDeps, "listRuns" | "listSiteRuns" | "people">,
  query: RunsQuery,
): Promise<SiteRunsReply> {
  const { person } = query;
  const own = person === undefined ? null : await listRuns(person, query);
  const found = own && { ...own, runs: own.runs.map((run): FoundRun => ({ userId: person ?? "", run })) };
  const { runs, cursor } = found ?? (await listSiteRuns(query));
  const ids = [...new Set(runs.map(({ userId }) => userId))];
  const records = await people.findMany(ids);
  const names = new Map(ids.map((id, index) => [id, records[index]?.name ?? id]));
  const toRow = ({ userId, run }: FoundRun): SiteRun => ({
    ...run,
    person: { id: userId, name: names.get(userId) ?? userId },
  });
  return { runs: runs.map(toRow), cursor };
}

/** What the person is called whose run it is. */
async function findName({ people }: Pick<TracesDeps, "people">, userId: string): Promise<string> {
  return (await people.findMany([userId]))[0]?.name ?? userId;
}

const toWordless = ({ entries }: ReadTrace) => ({ entries: entries.map(toWordlessEntry) });

/** A branch is no message of its conversation: its answer stands in its trace. */
function findBranchAnswer(trace: ReadTrace | null): string | null {
  const note = trace?.entries.findLast((entry) => entry.kind === "note" && entry.name === "branch");
  const data = note?.kind === "note" ? note.data : null;
  const isAnswer = typeof data === "object" && data !== null && "answer" in data;
  return isAnswer && typeof data.answer === "string" ? data.answer : null;
}

/** Runs that did the steps of its plan began while it ran, and so did those that helpers asked for. */
async function listSteps(
  listRuns: TracesDeps["listRuns"],
  userId: string,
  { id, startedAt: since, endedAt }: RunRecord,
): Promise<RunTree[]> {
  const query = runsQuerySchema.parse({ since, ...(endedAt !== null && { until: endedAt }), limit: 100 });
  const { runs } = await listRuns(userId, query);
  const oldestFirst = runs.toReversed();
  const listBelow = (runId: string): RunTree[] =>
    oldestFirst.flatMap((run) =>
      run.stepOf === runId ? [{ run, step: run.step ?? "", steps: listBelow(run.id) }] : [],
    );
  return listBelow(id);
}

/** Its plan as the reply shows it. */
async function readPlan(
  messages: TracesDeps["messages"],
  userId: string,
  { conversationId, messageId }: RunRecord,
): Promise<Plan | null> {
  const found = await messages.find(userId, conversationId, messageId);
  return found?.message.parts.findLast((part) => part.type === "data-plan")?.data ?? null;
}

import { toRunSummary, type RunsQuery, type RunsReply, type RunSummary } from "@/lib/protocol/runs";
import type { Filter, Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";
import { readRun } from "@/lib/engine/records/runs";

const pageSize = 100;
/** What one request reads of the store at most, whatever it looks for. */
const mostPages = 5;

/**
 * A person's runs, newest first. Conversation and time the store narrows; for what else is asked for it is
 * looked in what the store gives, some pages at a time. Those of temporary conversations are left out.
 */
export async function listRuns(
  store: Pick<Store, "list">,
  userId: string,
  query: RunsQuery,
): Promise<RunsReply> {
  const where: Filter[] = [
    ...(query.conversation === undefined
      ? []
      : [{ field: "conversationId", op: "==" as const, value: query.conversation }]),
    ...(query.since === undefined ? [] : [{ field: "startedAt", op: ">=" as const, value: query.since }]),
    ...(query.until === undefined ? [] : [{ field: "startedAt", op: "<=" as const, value: query.until }]),
  ];
  const runs: RunSummary[] = [];
  const temporary = await listTemporary(store, userId);
  let cursor = query.cursor;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const limit = hasMore(query) ? Math.min(pageSize, query.limit) : query.limit - runs.length;
    const page = await store.list({
      collection: paths.runs(userId),
      where,
      orderBy: { field: "startedAt", direction: "desc" },
      limit,
      cursor,
    });
    for (const { data } of page.documents) {
      const record = readRun(data);
      const run = record && toRunSummary(record);
      if (run !== null && !temporary.has(run.conversationId) && isAskedFor(run, query)) runs.push(run);
    }
    if (page.cursor === null) return { runs, cursor: null };
    cursor = page.cursor;
    if (runs.length >= query.limit || !hasMore(query)) break;
  }
  return { runs, cursor: cursor ?? null };
}

/** The temporary conversations that are there still: few, because they end by themselves. */
async function listTemporary(store: Pick<Store, "list">, userId: string): Promise<Set<string>> {
  const page = await store.list({
    collection: paths.conversations(userId),
    where: [{ field: "temporary", op: "==", value: true }],
    limit: pageSize,
  });
  return new Set(page.documents.map(({ id }) => id));
}

/** Whether more is asked for than the store narrows. */
function hasMore({ status, tool, model, agent, minCost, minSeconds, rating }: RunsQuery): boolean {
  return [status, tool, model, agent, minCost, minSeconds, rating].some((asked) => asked !== undefined);
}

export function isAskedFor(run: RunSummary, query: RunsQuery): boolean {
  const { outcome, durationMs, model, agent, costMicroUsd, rating, tools } = run;
  const same = [
    [query.status, outcome],
    [query.agent, agent],
    [query.rating, rating],
  ] as const;
  return (
    same.every(([asked, value]) => asked === undefined || asked === value) &&
    (query.model === undefined || model === query.model) &&
    (query.tool === undefined || tools.includes(query.tool)) &&
    costMicroUsd >= (query.minCost ?? 0) &&
    (query.minSeconds === undefined || (durationMs ?? 0) >= query.minSeconds * 1000)
  );
}

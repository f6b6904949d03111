import {
  builtInAgent,
  toRunSummary,
  type RunsQuery,
  type RunsReply,
  type RunSummary,
} from "@/lib/protocol/runs";
import type { Filter, Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";
import { readRun } from "@/lib/engine/records/runs";
import { isGroup } from "@/lib/store/paths";

const pageSize = 100;
/** What one request reads of the store at most, whatever it looks for. */
const mostPages = 5;

/** A person's runs, newest first. Those of temporary conversations are left out. */
export async function listRuns(
  store: Pick<Store, "list">,
  userId: string,
  query: RunsQuery,
): Promise<RunsReply> {
  const temporary = await listTemporary(store, userId);
  const page = await readRuns(store, paths.runs(userId), query, async (found) =>
    found.filter(({ run }) => isTrialAsked(run, query) || !temporary.has(run.conversationId)),
  );
  return { ...page, runs: page.runs.map(({ run }) => run) };
}

/** The laboratory's conversations are temporary, too. */
const isTrialAsked = ({ origin }: RunSummary, query: RunsQuery): boolean =>
  origin === "trial" && query.origin !== undefined;

export type FoundRun = { userId: string; run: RunSummary };
type FoundRuns = { runs: FoundRun[]; cursor: string | null };

/** Runs of everybody, newest first, wherever they lie. */
export function listSiteRuns(store: Pick<Store, "list" | "findMany">, query: RunsQuery): Promise<FoundRuns> {
  return readRuns(store, paths.allRuns, query, async (found) => {
    const places = [
      ...new Set(found.map(({ userId, run }) => paths.conversation(userId, run.conversationId))),
    ];
    const conversations = await store.findMany(places);
    const temporary = new Set(
      conversations.flatMap((one) => (one?.data["temporary"] === true ? one.path : [])),
    );
    return found.filter(
      ({ userId, run }) =>
        isTrialAsked(run, query) || !temporary.has(paths.conversation(userId, run.conversationId)),
    );
  });
}

/**
 * The store narrows by time, and in the runs of one person by conversation. All else is looked for in what it
 * gives, some pages at a time.
 */
async function readRuns(
  store: Pick<Store, "list">,
  collection: string,
  query: RunsQuery,
  keep: (found: FoundRun[]) => Promise<FoundRun[]>,
): Promise<FoundRuns> {
  const where: Filter[] = [
    ...(query.conversation === undefined || isGroup(collection)
      ? []
      : [{ field: "conversationId", op: "==" as const, value: query.conversation }]),
    ...(query.since === undefined ? [] : [{ field: "startedAt", op: ">=" as const, value: query.since }]),
    ...(query.until === undefined ? [] : [{ field: "startedAt", op: "<=" as const, value: query.until }]),
  ];
  const runs: FoundRun[] = [];
  let cursor = query.cursor;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const limit = hasMore(query) ? Math.min(pageSize, query.limit) : query.limit - runs.length;
    const page = await store.list({
      collection,
      where,
      orderBy: { field: "startedAt", direction: "desc" },
      limit,
      cursor,
    });
    const found = page.documents.flatMap(({ path, data }): FoundRun[] => {
      const record = readRun(data);
      const run = record && toRunSummary(record);
      return run !== null && isAskedFor(run, query) ? [{ userId: path.split("/")[1] ?? "", run }] : [];
    });
    runs.push(...(await keep(found)));
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
function hasMore({
  status,
  tool,
  model,
  agent,
  minCost,
  minSeconds,
  rating,
  cause,
  origin,
}: RunsQuery): boolean {
  return [status, tool, model, agent, minCost, minSeconds, rating, cause, origin].some(
    (asked) => asked !== undefined,
  );
}

function isAskedFor(run: RunSummary, query: RunsQuery): boolean {
  const { outcome, durationMs, model, agent, costMicroUsd, rating, tools, causes, conversationId } = run;
  const { cause, origin } = query;
  const same = [
    [query.status, outcome],
    [query.agent, agent ?? builtInAgent],
    [query.rating, rating],
    [query.conversation, conversationId],
    [origin === "all" ? undefined : origin, run.origin ?? "person"],
  ] as const;
  return (
    same.every(([asked, value]) => asked === undefined || asked === value) &&
    (query.model === undefined || model === query.model) &&
    (query.tool === undefined || tools.includes(query.tool)) &&
    (cause === undefined || causes.some((one) => one === cause || one.startsWith(`${cause}:`))) &&
    costMicroUsd >= (query.minCost ?? 0) &&
    (query.minSeconds === undefined || (durationMs ?? 0) >= query.minSeconds * 1000)
  );
}

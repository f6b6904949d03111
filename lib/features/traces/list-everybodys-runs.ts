import type { People } from "@/lib/data/people";
import { isAskedFor } from "@/lib/features/traces/records/list-runs";
import {
  runsQuerySchema,
  type RunsQuery,
  type RunsReply,
  type SiteRun,
  type SiteRunsReply,
} from "@/lib/protocol/runs";

type ListRunsDeps = {
  listRuns: (userId: string, query: RunsQuery) => Promise<RunsReply>;
  people: Pick<People, "list">;
};

/** A page looks at the runs of so many people, the newest accounts first, and of each at so many. */
const mostPeople = 500;
const peopleAtOnce = 50;
const runsOfEach = 10;

/**
 * Runs of all people, newest first. What each of them ran lies below them, so that the newest of each are put
 * in order here. A page may be short, or empty, and still lead on.
 */
export async function listEverybodysRuns(deps: ListRunsDeps, query: RunsQuery): Promise<SiteRunsReply> {
  const until = Math.min(query.until ?? Infinity, readCursor(query.cursor));
  const pages = await readNewest(deps, { since: query.since, ...(Number.isFinite(until) && { until }) });
  const runs = pages
    .flatMap(({ runs: own, person }) => own.map((run): SiteRun => ({ ...run, person })))
    .sort((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1));
  // Of whom there is more, what is older than what was read of them may have others between.
  const border = Math.max(-Infinity, ...pages.map(({ border: own }) => own));
  const newer = runs.filter(({ startedAt }) => startedAt > border);
  const sure = newer.length > 0 ? newer : runs.filter(({ startedAt }) => startedAt === border);
  const shown = sure.slice(0, query.limit);
  const rest = sure[shown.length]?.startedAt ?? (newer.length > 0 ? border : border - 1);
  return {
    runs: shown.filter((run) => isAskedFor(run, query)),
    cursor: Number.isFinite(rest) ? String(rest) : null,
  };
}

type Newest = { person: SiteRun["person"]; runs: RunsReply["runs"]; border: number };

async function readNewest(
  deps: ListRunsDeps,
  times: { since?: number | undefined; until?: number },
): Promise<Newest[]> {
  const query = runsQuerySchema.parse({ ...times, limit: runsOfEach });
  const found: Newest[] = [];
  let cursor: string | undefined;
  do {
    const page = await deps.people.list({ limit: peopleAtOnce, ...(cursor !== undefined && { cursor }) });
    const read = page.people.map(async ({ id, name }): Promise<Newest> => {
      const { runs, cursor: more } = await deps.listRuns(id, query);
      const border = more === null ? -Infinity : (runs.at(-1)?.startedAt ?? -Infinity);
      return { person: { id, name }, runs, border };
    });
    found.push(...(await Promise.all(read)));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && found.length < mostPeople);
  return found;
}

function readCursor(cursor: string | undefined): number {
  const time = Number(cursor ?? Infinity);
  return Number.isNaN(time) ? Infinity : time;
}

import type { RunRecord } from "@/lib/protocol/run-record";
import { usageDays, type UsageReply } from "@/lib/features/quotas/shape/usage";
import { countRun } from "./count-run";
import { toDayStatistics } from "./day-counts";
import { sumCounts } from "./sum-counts";
import type { Store } from "@/lib/store/store";
import { paths } from "@/lib/data/paths";
import { readRun } from "@/lib/engine/records/runs";

const dayMs = 86_400_000;
const pageSize = 100;
/** What one request reads at most. */
const mostRuns = 500;

/** What the person's own answers of the last days took, as far as their conversations are kept. */
export async function readOwnUsage(
  store: Pick<Store, "list">,
  userId: string,
  now: number,
): Promise<UsageReply> {
  const days = Array.from({ length: usageDays }, (_, index) => toDay(now - (usageDays - 1 - index) * dayMs));
  const { runs, isWhole } = await readRuns(store, userId, Date.parse(days[0] ?? toDay(now)));
  const sum = (day: string) => {
    const counts = runs.filter(({ startedAt }) => day === "" || toDay(startedAt) === day).map(count);
    return toDayStatistics(day, sumCounts(counts));
  };
  return {
    days: days.map((day) => {
      const { runs: answers, costMicroUsd } = sum(day);
      return { day, answers, costMicroUsd };
    }),
    models: sum("").models.map(({ model, runs: answers, inputTokens, outputTokens, costMicroUsd }) => ({
      ...{ model, answers, tokens: inputTokens + outputTokens, costMicroUsd },
    })),
    counted: isWhole ? null : mostRuns,
  };
}

async function readRuns(
  store: Pick<Store, "list">,
  userId: string,
  since: number,
): Promise<{ runs: RunRecord[]; isWhole: boolean }> {
  const runs: RunRecord[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < mostRuns; read += pageSize) {
    const page = await store.list({
      collection: paths.runs(userId),
      where: [{ field: "startedAt", op: ">=", value: since }],
      orderBy: { field: "startedAt", direction: "desc" },
      limit: pageSize,
      cursor,
    });
    runs.push(...page.documents.flatMap(({ data }) => readRun(data) ?? []));
    if (page.cursor === null) return { runs, isWhole: true };
    cursor = page.cursor;
  }
  return { runs, isWhole: false };
}

/** What ran at its time is the person's too. */
function count(run: RunRecord) {
  return countRun({ ...run, origin: undefined }, { isFirstToday: false, fellBack: false });
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

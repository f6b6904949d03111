import type { RunSummary } from "@/lib/protocol/runs";

type Shared = { cause: string; count: number };

/** What at least two runs, and half of those that have any cause, share; `null` without that. */
export function findSharedCause(runs: readonly Pick<RunSummary, "causes">[]): Shared | null {
  const faulty = runs.filter(({ causes }) => causes.length > 0);
  const counts = new Map<string, number>();
  for (const cause of faulty.flatMap(({ causes }) => causes)) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (most === undefined || most[1] < 2 || most[1] * 2 < faulty.length) return null;
  return { cause: most[0], count: most[1] };
}

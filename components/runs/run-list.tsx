"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { RunSummary } from "@/lib/protocol/runs";
import { useRunWords } from "./use-run-words";

/** Runs with what they were, each a link to its page. */
export function RunList({ runs, label }: { runs: readonly RunSummary[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-hairline">
      {runs.map((run) => (
        <RunLine key={run.id} run={run} />
      ))}
    </ul>
  );
}

function RunLine({ run }: { run: RunSummary }) {
  const t = useTranslations("runs");
  const { toTime, toCost, toTool, toDate } = useRunWords();
  const facts = [
    run.durationMs === null ? null : toTime(run.durationMs),
    toCost(run.costMicroUsd),
    t("calls", { count: run.steps }),
    ...run.tools.map(toTool),
    run.agent,
    run.rating === null ? null : t(`filters.${run.rating}`),
    run.stepOf === null ? null : t("stepOfPlan"),
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <li>
      <Link
        href={`/runs/${run.id}`}
        prefetch={false}
        className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-lg px-2 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-[1_1_14rem] text-sm leading-6 wrap-anywhere">
          <span className="font-medium">{t(`outcome.${run.outcome ?? "running"}`)}</span>
          <span className="text-quiet"> · {run.model}</span>
          <span className="block text-xs leading-5 text-quiet">{facts.join(" · ")}</span>
        </span>
        <time dateTime={new Date(run.startedAt).toISOString()} className="text-xs leading-5 text-quiet">
          {toDate(run.startedAt)}
        </time>
      </Link>
    </li>
  );
}

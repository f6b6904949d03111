"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { OutcomeWords } from "./outcome-words";
import type { ListedRun, RunSummary } from "@/lib/protocol/runs";
import { useRunWords } from "./use-run-words";

type RunSelection = { chosen: readonly string[]; onChoose: (runId: string, isChosen: boolean) => void };
type ListProps = { runs: readonly ListedRun[]; label: string; choice?: RunSelection };

/** Runs with what they were, each a link to its page; with `choice` some can be chosen. */
export function RunList({ runs, label, choice }: ListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-hairline">
      {runs.map((run) => (
        <li key={run.id} className="flex items-start">
          {choice !== undefined && <RunChoice run={run} {...choice} />}
          <RunLine run={run} />
        </li>
      ))}
    </ul>
  );
}

function RunChoice({ run, chosen, onChoose }: RunSelection & { run: RunSummary }) {
  const t = useTranslations("runs.compare");
  const { toDate } = useRunWords();
  return (
    <label className="flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        aria-label={t("choose", { time: toDate(run.startedAt) })}
        checked={chosen.includes(run.id)}
        onChange={(event) => onChoose(run.id, event.target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}

export function RunLine({ run }: { run: ListedRun }) {
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
    run.branchOf === null ? null : t("branchOf"),
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <Link
      href={`/runs/${run.id}`}
      prefetch={false}
      className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 rounded-lg px-2 py-3 hover:bg-sunken"
    >
      <span className="min-w-0 flex-[1_1_14rem] text-sm leading-6 wrap-anywhere">
        {run.title !== undefined && (
          <span dir="auto" className="block truncate font-medium">
            {run.title}
          </span>
        )}
        <span className={run.title === undefined ? "font-medium" : ""}>
          <OutcomeWords run={run} />
        </span>
        <span className="text-quiet"> · {run.model}</span>
        <span className="block text-xs leading-5 text-quiet">{facts.join(" · ")}</span>
      </span>
      <time dateTime={new Date(run.startedAt).toISOString()} className="text-xs leading-5 text-quiet">
        {toDate(run.startedAt)}
      </time>
    </Link>
  );
}

"use client";

import "./charts.css";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { Failure } from "@/components/ui/resource-list";
import { Segments } from "@/components/ui/segments";
import { useReason } from "@/components/ui/use-reason";
import { readOverview } from "@/lib/features/statistics/api";
import { loadFrom } from "@/lib/client/request";
import { alone, useResource } from "@/lib/client/resource";
import { askPurposes } from "@/lib/protocol/ask";
import { runOrigins } from "@/lib/protocol/run-record";
import type { DayStatistics, OverviewReply } from "@/lib/features/statistics/shape";
import { Breakdown } from "./breakdown";
import { ChartCard } from "./chart-card";
import { toCharts, sum, toSuccess, type ChartUnit } from "./overview-charts";
import { LowRatings } from "./low-ratings";
import { Operations } from "./operations";
import { useUnitWords } from "./use-unit-words";
import Link from "next/link";

/** In days; one is the last 24 hours, hour by hour. */
const ranges = [1, 7, 30, 90] as const;

/** What the site did in the last days: in a few numbers, then as charts with their numbers behind them. */
export function OverviewPage({ canOperate }: { canOperate: boolean }) {
  const t = useTranslations("admin.overview");
  const [days, setDays] = useState<number>(30);
  const load = useMemo(
    () => loadFrom(readOverview, { query: days === 1 ? { hours: 24 } : { days } }),
    [days],
  );
  const { reply, reason, phase, retry } = useResource({ ...alone, load });
  const explain = useReason();
  const isLoading = phase === "loading";
  return (
    <PageFrame page="overview" aside={<RangeSwitch value={days} onChange={setDays} />}>
      <p role="status" className="sr-only">
        {isLoading ? t("loading") : ""}
      </p>
      {reason !== null && (
        <Failure
          text={t("failed", { reason: explain(reason) })}
          isBusy={isLoading}
          onRetry={() => void retry()}
        />
      )}
      {reply !== null && <Numbers overview={reply} range={days} isOld={isLoading} />}
      {reply === null && isLoading && <Skeleton />}
      <LowRatings />
      <Operations canOperate={canOperate} />
    </PageFrame>
  );
}

type NumbersProps = { overview: OverviewReply; range: number; isOld: boolean };

function Numbers({ overview: { days, groups }, range, isOld }: NumbersProps) {
  const totals = toTotals(days);
  if (totals.runs === 0)
    return (
      <>
        <NothingYet days={range} />
        <Apart days={days} />
      </>
    );
  return (
    <div className={`charts transition-opacity duration-150 ${isOld ? "opacity-60" : ""}`} aria-busy={isOld}>
      <SummaryTiles totals={totals} />
      <Apart days={days} />
      <Unanswered days={days} />
      <Breakdown groups={groups} />
      <div className="grid gap-4 pt-4 @2xl:grid-cols-2 @2xl:*:first:col-span-2">
        {toCharts(days).map((chart) => (
          <ChartCard key={chart.id} chart={chart} />
        ))}
      </div>
    </div>
  );
}

function NothingYet({ days }: { days: number }) {
  const t = useTranslations("admin.overview");
  return (
    <div className="mt-6 rounded-xl border border-dashed border-strong px-6 py-12 text-center">
      <p className="font-medium">{t("noneTitle")}</p>
      <p className="mx-auto max-w-md pt-1 pb-4 text-sm leading-5 text-quiet">{t("noneText", { days })}</p>
      <Link
        href="/"
        prefetch={false}
        className="rounded-sm text-sm text-accent underline underline-offset-4 pointer-coarse:py-3"
      >
        {t("noneAction")}
      </Link>
    </div>
  );
}

function RangeSwitch({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const t = useTranslations("admin.overview");
  const options = ranges.map((days) => ({ value: String(days), name: t("days", { days }) }));
  return (
    <Segments
      label={t("range")}
      value={String(value)}
      options={options}
      onChoose={(days) => onChange(Number(days))}
    />
  );
}

/** Of the shape of what comes. */
function Skeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse">
      <div className="grid grid-cols-2 gap-3 pt-6 sm:grid-cols-3">
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <div key={key} className="h-20 rounded-xl bg-sunken" />
        ))}
      </div>
      <div className="grid gap-4 pt-4 @2xl:grid-cols-2 @2xl:*:first:col-span-2">
        {["g", "h", "i", "j"].map((key) => (
          <div key={key} className="h-80 rounded-xl bg-sunken" />
        ))}
      </div>
    </div>
  );
}

const tiles = [
  { key: "runs", unit: "count" },
  { key: "mostPeople", unit: "count" },
  { key: "completed", unit: "percent" },
  { key: "tokens", unit: "count" },
  { key: "cached", unit: "percent" },
  { key: "costMicroUsd", unit: "money" },
  { key: "success", unit: "percent" },
  { key: "fallback", unit: "percent" },
] as const satisfies readonly { key: keyof RunTotals; unit: ChartUnit }[];

function SummaryTiles({ totals }: { totals: RunTotals }) {
  const t = useTranslations("admin.overview.totals");
  const write = useUnitWords();
  return (
    <dl className="grid grid-cols-2 gap-3 pt-6 sm:grid-cols-4">
      {tiles.map(({ key, unit }) => (
        <div
          key={key}
          className="flex flex-col-reverse justify-end rounded-xl border border-hairline bg-raised px-4 py-3"
        >
          <dt className="text-xs leading-5 text-quiet">{t(key)}</dt>
          <dd className="text-xl font-semibold tracking-tight">{write(totals[key], unit)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What no person asked, which none of the other numbers holds. */
export function Apart({ days }: { days: readonly DayStatistics[] }) {
  const t = useTranslations("admin.overview.apart");
  const write = useUnitWords();
  const rows = runOrigins.flatMap((origin) => {
    const of = (key: "runs" | "failed" | "costMicroUsd") =>
      sum(days, ({ apart }) => apart[origin]?.[key] ?? 0);
    if (of("runs") === 0) return [];
    const cost = write(of("costMicroUsd"), "money");
    return [t("row", { who: t(origin), count: of("runs"), failed: of("failed"), cost })];
  });
  if (rows.length === 0) return null;
  return (
    <p className="pt-3 text-sm leading-5 text-quiet">{t("text", { list: rows.join(t("separator")) })}</p>
  );
}

/** Small questions that came to nothing, where there are any: what they are for does not happen then. */
export function Unanswered({ days }: { days: readonly DayStatistics[] }) {
  const t = useTranslations("admin.overview.unanswered");
  const rows = askPurposes
    .map((purpose) => ({ purpose, count: sum(days, ({ unanswered }) => unanswered[purpose] ?? 0) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  if (rows.length === 0) return null;
  const list = rows.map((row) => t("row", { what: t(`purposes.${row.purpose}`), count: row.count }));
  return (
    <p className="pt-3 text-sm leading-5 text-quiet">
      {t("text", { count: sum(rows, ({ count }) => count), list: list.join(t("separator")) })}
    </p>
  );
}

/** The whole time in a few numbers; rates from 0 to 1, `null` where there is nothing to divide by. */
type RunTotals = {
  runs: number;
  /** On the busiest day: counts do not tell one person on two days from two people. */
  mostPeople: number;
  completed: number | null;
  tokens: number;
  /** Of what the models read, the share that their vendors had in a cache. */
  cached: number | null;
  costMicroUsd: number;
  success: number | null;
  fallback: number | null;
};

export function toTotals(days: readonly DayStatistics[]): RunTotals {
  const runs = sum(days, (day) => day.runs);
  const read = sum(days, (day) => day.inputTokens);
  return {
    runs,
    mostPeople: Math.max(0, ...days.map(({ people }) => people)),
    completed: runs === 0 ? null : sum(days, (day) => day.outcomes["completed"] ?? 0) / runs,
    tokens: read + sum(days, (day) => day.outputTokens),
    cached: read === 0 ? null : sum(days, (day) => day.cachedInputTokens) / read,
    costMicroUsd: sum(days, (day) => day.costMicroUsd),
    success: toSuccess({ tools: days.flatMap(({ tools }) => tools) }),
    fallback: runs === 0 ? null : sum(days, (day) => day.fallbacks) / runs,
  };
}

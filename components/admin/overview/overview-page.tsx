"use client";

import { sum } from "@/components/admin/sum";
import "./charts.css";
import { useTranslations } from "next-intl";
import { Fragment, useMemo, useState } from "react";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { Failure } from "@/components/ui/resource-list";
import { useReason } from "@/components/ui/use-reason";
import { readOverview } from "@/lib/features/statistics/api";
import { loadFrom } from "@/lib/client/request";
import { alone, useResource } from "@/lib/client/resource";
import { askPurposes } from "@/lib/protocol/ask";
import { runOrigins } from "@/lib/protocol/run-record";
import type { DayStatistics, OverviewReply } from "@/lib/features/statistics/shape";
import { Breakdown, mainKinds, otherKinds } from "./breakdown";
import { DayBars } from "./day-bars";
import { Figures } from "./figures";
import { Now } from "./now";
import { toCharts, type Chart } from "./overview-charts";
import { RangeSwitch, toRange } from "./range-choice";
import { toRunsPath } from "./totals";
import { useUnitWords } from "./use-unit-words";
import Link from "next/link";

/** What is going on, what the site did in a time beside the time before, and what does how well. */
export function OverviewPage({ canOperate }: { canOperate: boolean }) {
  const t = useTranslations("admin.overview");
  const [range, setRange] = useState(() => toRange(30));
  const load = useMemo(() => loadFrom(readOverview, { query: range.query }), [range]);
  const { reply, reason, phase, retry } = useResource({ ...alone, load });
  const explain = useReason();
  const isLoading = phase === "loading";
  return (
    <PageFrame page="overview" aside={<RangeSwitch onChange={setRange} />}>
      <Now canOperate={canOperate} />
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
      {reply !== null && <Numbers overview={reply} range={range.days} isOld={isLoading} />}
      {reply === null && isLoading && <Skeleton />}
    </PageFrame>
  );
}

type NumbersProps = { overview: OverviewReply; range: number; isOld: boolean };

function Numbers({ overview, range, isOld }: NumbersProps) {
  const t = useTranslations("admin.overview");
  const { days } = overview;
  if (days.every(({ runs }) => runs === 0))
    return (
      <>
        <NothingYet days={range} />
        <Apart days={days} />
      </>
    );
  const charts = toCharts(days);
  const isFirst = ({ id }: Chart) => id === "outcomes" || id === "cost";
  return (
    <div className={`charts transition-opacity duration-150 ${isOld ? "opacity-60" : ""}`} aria-busy={isOld}>
      <Figures overview={overview} />
      <Apart days={days} />
      <div className="grid gap-4 pt-4 @2xl:grid-cols-2">
        {charts.filter(isFirst).map((chart) => (
          <DayBars key={chart.id} chart={chart} />
        ))}
      </div>
      <Breakdown overview={overview} kinds={mainKinds} title={t("breakdown.title")} />
      <PageSection title={t("more")} help={t("moreHelp")} isFoldable>
        <Unanswered days={days} />
        <Breakdown overview={overview} kinds={otherKinds} title={t("breakdown.others")} />
        <div className="grid gap-4 pt-4 @2xl:grid-cols-2">
          {charts
            .filter((chart) => !isFirst(chart))
            .map((chart) => (
              <DayBars key={chart.id} chart={chart} />
            ))}
        </div>
      </PageSection>
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

/** Of the shape of what comes. */
function Skeleton() {
  return (
    <div aria-hidden="true" className="animate-pulse">
      <div className="grid grid-cols-2 gap-3 pt-4 @4xl:grid-cols-5">
        {["a", "b", "c", "d", "e"].map((key) => (
          <div key={key} className="h-20 rounded-xl bg-sunken" />
        ))}
      </div>
      <div className="grid gap-4 pt-4 @2xl:grid-cols-2">
        {["g", "h"].map((key) => (
          <div key={key} className="h-56 rounded-xl bg-sunken" />
        ))}
      </div>
    </div>
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
    return [{ origin, text: t("row", { who: t(origin), count: of("runs"), failed: of("failed"), cost }) }];
  });
  if (rows.length === 0) return null;
  const keys = days.map(({ day }) => day);
  return (
    <p className="pt-3 text-sm leading-5 text-quiet">
      {t("text")}
      {rows.map(({ origin, text }, index) => (
        <Fragment key={origin}>
          {index > 0 && t("separator")}
          <Link
            href={toRunsPath(keys, { origin })}
            prefetch={false}
            className="underline underline-offset-2 pointer-coarse:py-3"
          >
            {text}
          </Link>
        </Fragment>
      ))}
    </p>
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

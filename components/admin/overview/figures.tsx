import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { OverviewReply } from "@/lib/features/statistics/shape";
import { toRunsPath, toTotals } from "./totals";
import { useUnitWords } from "./use-unit-words";

type Figure = {
  key: "runs" | "people" | "completed" | "p50" | "spent";
  value: string;
  note: string;
  isBad?: boolean;
};

/** Five figures, each with the time before, and the runs behind it. */
export function Figures({ overview }: { overview: OverviewReply }) {
  const t = useTranslations("admin.overview.figures");
  const keys = overview.days.map(({ day }) => day);
  const now = toTotals(overview);
  const more: Partial<Record<Figure["key"], Record<string, string>>> = {
    ...(now.failed > 0 && { completed: { status: "failed" } }),
    ...(now.p95 !== null && { p50: { minSeconds: String(Math.max(1, Math.floor(now.p95 / 1000))) } }),
  };
  return (
    <dl className="grid grid-cols-2 gap-3 pt-4 sm:grid-cols-3 @4xl:grid-cols-5">
      {useFigures(overview).map(({ key, value, note, isBad = false }) => (
        <div
          key={key}
          className="relative flex flex-col rounded-xl border border-hairline bg-raised px-4 py-3 hover:bg-sunken"
        >
          <dt className="text-small text-quiet">
            <Link
              href={toRunsPath(keys, more[key])}
              prefetch={false}
              className="rounded-sm after:absolute after:inset-0 after:rounded-xl"
            >
              {t(key)}
            </Link>
          </dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
          <dd className={`text-small ${isBad ? "text-bad" : "text-quiet"}`}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function useFigures(overview: OverviewReply): Figure[] {
  const t = useTranslations("admin.overview.figures");
  const write = useUnitWords();
  const format = useFormatter();
  const [now, before] = [toTotals(overview), toTotals(overview.before)];
  const percent = (value: number) =>
    format.number(value, { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 });
  const change = (key: "runs" | "costMicroUsd") => (before[key] === 0 ? null : now[key] / before[key] - 1);
  const toChange = (share: number | null) =>
    share === null ? t("noneBefore") : t("than", { change: percent(share) });
  const points =
    now.completed === null || before.completed === null ? null : (now.completed - before.completed) * 100;
  const worse = points !== null && points <= -1;
  return [
    { key: "runs", value: write(now.runs, "count"), note: toChange(change("runs")) },
    { key: "people", value: write(now.people, "count"), note: t("peopleBefore", { count: before.people }) },
    {
      key: "completed",
      value: write(now.completed, "percent"),
      note: t("points", {
        failed: now.failed,
        points:
          points === null
            ? "none"
            : format.number(points, { signDisplay: "exceptZero", maximumFractionDigits: 1 }),
      }),
      isBad: worse,
    },
    {
      key: "p50",
      value: write(now.p50, "time"),
      note: now.p95 === null ? t("noneBefore") : t("slowest", { time: write(now.p95, "time") }),
    },
    {
      key: "spent",
      value: write(now.costMicroUsd, "dollars"),
      note: t("each", {
        change: toChange(change("costMicroUsd")),
        cost: write(now.runs === 0 ? null : now.costMicroUsd / now.runs, "money"),
      }),
    },
  ];
}

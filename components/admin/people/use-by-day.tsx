import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Segments } from "@/components/ui/segments";
import { formatCost } from "@/lib/client/money";
import type { UsageReply } from "@/lib/features/quotas/shape/usage";

const shown = ["cost", "answers"] as const;

/** Bars of the last thirty days; what each shows is said with it. */
export function UseByDay({ usage: { days, counted } }: { usage: UsageReply }) {
  const t = useTranslations("admin.people.person");
  const format = useFormatter();
  const locale = useLocale();
  const [kind, setKind] = useState<(typeof shown)[number]>("cost");
  const write = (day = "") =>
    format.dateTime(new Date(day), { timeZone: "UTC", month: "short", day: "numeric" });
  const money = (microUsd: number) => formatCost(microUsd, locale) ?? "$0";
  const toValue = ({ answers, costMicroUsd }: UsageReply["days"][number]) =>
    kind === "cost" ? costMicroUsd : answers;
  const most = Math.max(1, ...days.map(toValue));
  const [answers, cost] = [sum(days.map((day) => day.answers)), sum(days.map((day) => day.costMicroUsd))];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 py-3 text-sm">
        <p>{t("sum", { count: answers, cost: money(cost) })}</p>
        <Segments
          label={t("use")}
          value={kind}
          options={shown.map((value) => ({ value, name: t(value) }))}
          onChoose={setKind}
        />
      </div>
      {counted !== null && <p className="pb-2 text-small text-quiet">{t("counted", { count: counted })}</p>}
      <ol aria-label={t("use")} className="flex h-28 items-end gap-0.5 border-b border-hairline sm:gap-1">
        {days.map((day) => {
          const text = t("day", { day: write(day.day), count: day.answers, cost: money(day.costMicroUsd) });
          const value = toValue(day);
          return (
            <li key={day.day} title={text} className="flex h-full min-w-0 flex-1 items-end">
              <span className="sr-only">{text}</span>
              <span
                aria-hidden
                className="w-full rounded-t-sm bg-series-1"
                style={{ height: value === 0 ? 0 : `max(3px, ${(value / most) * 100}%)` }}
              />
            </li>
          );
        })}
      </ol>
      <p aria-hidden className="flex justify-between pt-1 text-small text-quiet tabular-nums">
        <span>{write(days[0]?.day)}</span>
        <span>{write(days.at(-1)?.day)}</span>
      </p>
    </>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

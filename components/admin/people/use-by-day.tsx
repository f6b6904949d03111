import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { sum } from "@/components/admin/sum";
import { Bars } from "@/components/ui/bars";
import { Segments } from "@/components/ui/segments";
import { formatCost } from "@/lib/client/money";
import type { UsageReply } from "@/lib/features/quotas/shape/usage";

const shown = ["cost", "answers"] as const;

/** Bars of the last thirty days; what each shows is said with it. */
export function UseByDay({ usage: { days, counted } }: { usage: UsageReply }) {
  const t = useTranslations("admin.people.person");
  const locale = useLocale();
  const [kind, setKind] = useState<(typeof shown)[number]>("cost");
  const money = (microUsd: number) => formatCost(microUsd, locale) ?? "$0";
  const answers = sum(days, (day) => day.answers);
  const cost = money(sum(days, (day) => day.costMicroUsd));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 py-3 text-sm">
        <p>{t("sum", { count: answers, cost })}</p>
        <Segments
          label={t("use")}
          value={kind}
          options={shown.map((value) => ({ value, name: t(value) }))}
          onChoose={setKind}
        />
      </div>
      {counted !== null && <p className="pb-2 text-small text-quiet">{t("counted", { count: counted })}</p>}
      <Bars
        label={t("use")}
        days={days}
        toValue={({ answers, costMicroUsd }) => (kind === "cost" ? costMicroUsd : answers)}
        say={({ answers, costMicroUsd }, day) => t("day", { day, count: answers, cost: money(costMicroUsd) })}
      />
    </>
  );
}

"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Bars } from "@/components/ui/bars";
import { ResourceList } from "@/components/ui/resource-list";
import { scrollable } from "@/components/ui/scrollable";
import { readUsage } from "@/lib/features/statistics/api";
import { loadFrom } from "@/lib/client/request";
import { formatCost } from "@/lib/client/money";
import { useResource, type Resource } from "@/lib/client/resource";
import type { UsageReply } from "@/lib/features/quotas/shape/usage";

type UsedDay = UsageReply["days"][number];
const usage = {
  load: loadFrom(readUsage),
  key: ({ day }: UsedDay) => day,
  /** Days without use alone are none. */
  page: ({ days }: UsageReply) => ({
    items: days.some(({ answers, costMicroUsd }) => answers + costMicroUsd > 0) ? days : [],
  }),
};

export function UsageMonth() {
  return <UsageDays list={useResource(usage)} />;
}

export function UsageDays({ list }: { list: Resource<UsedDay, UsageReply> }) {
  const t = useTranslations("account.usage");
  const { reply, items } = list;
  return (
    <ResourceList list={list} empty={t("none")}>
      {reply !== null && reply.counted !== null && (
        <p className="pb-3 text-small text-quiet">{t("counted", { count: reply.counted })}</p>
      )}
      <Days days={items} />
      <Models models={reply?.models ?? []} />
    </ResourceList>
  );
}

function Days({ days }: { days: readonly UsedDay[] }) {
  const t = useTranslations("account.usage");
  const locale = useLocale();
  return (
    <Bars
      label={t("byDay")}
      days={days}
      toValue={({ answers }) => answers}
      say={({ answers, costMicroUsd }, date) => {
        const cost = formatCost(costMicroUsd, locale);
        return `${date}: ${t("answers", { count: answers })}${cost === null ? "" : `, ${cost}`}`;
      }}
      note={(count) => t("most", { count })}
    />
  );
}

function Models({ models }: Pick<UsageReply, "models">) {
  const t = useTranslations("account.usage");
  const format = useFormatter();
  const locale = useLocale();
  const cell = "border-t border-hairline py-2 ps-4 text-end tabular-nums";
  if (models.length === 0) return null;
  return (
    <div {...scrollable} role="region" aria-label={t("byModel")} className="overflow-x-auto pt-4">
      <table className="w-full text-sm leading-5">
        <caption className="sr-only">{t("byModel")}</caption>
        <thead className="text-small text-quiet">
          <tr>
            {(["model", "answersColumn", "tokens", "cost"] as const).map((key) => (
              <th
                key={key}
                scope="col"
                className="py-2 ps-4 text-end font-normal first:ps-0 first:text-start"
              >
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, answers, tokens, costMicroUsd }) => (
            <tr key={model}>
              <th
                scope="row"
                dir="ltr"
                className="border-t border-hairline py-2 text-start font-normal wrap-anywhere"
              >
                {model}
              </th>
              <td className={cell}>{format.number(answers)}</td>
              <td className={cell}>{format.number(tokens)}</td>
              <td className={cell}>{formatCost(costMicroUsd, locale) ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

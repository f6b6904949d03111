"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
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

/** A bar for each day; what it shows is said with it. */
function Days({ days }: { days: readonly UsedDay[] }) {
  const t = useTranslations("account.usage");
  const format = useFormatter();
  const locale = useLocale();
  const most = Math.max(1, ...days.map(({ answers }) => answers));
  const write = (day = "") =>
    format.dateTime(new Date(day), { timeZone: "UTC", month: "short", day: "numeric" });
  return (
    <>
      <ol aria-label={t("byDay")} className="flex h-28 items-end gap-0.5 border-b border-hairline sm:gap-1">
        {days.map(({ day, answers, costMicroUsd }) => {
          const cost = formatCost(costMicroUsd, locale);
          const text = [
            `${write(day)}: ${t("answers", { count: answers })}`,
            ...(cost === null ? [] : [cost]),
          ];
          return (
            <li key={day} title={text.join(", ")} className="flex h-full min-w-0 flex-1 items-end">
              <span className="sr-only">{text.join(", ")}</span>
              <span
                aria-hidden
                className="w-full rounded-t-sm bg-series-1"
                style={{ height: answers === 0 ? 0 : `max(3px, ${(answers / most) * 100}%)` }}
              />
            </li>
          );
        })}
      </ol>
      <p aria-hidden className="flex justify-between pt-1 text-small text-quiet tabular-nums">
        <span>{write(days[0]?.day)}</span>
        <span>{t("most", { count: most })}</span>
        <span>{write(days.at(-1)?.day)}</span>
      </p>
    </>
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

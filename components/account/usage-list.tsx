"use client";

import { useFormatter, useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";
import { findTightRow, isLimited, isStopped, toQuotaRows, toShare } from "./quota-rows";
import type { QuotaRow } from "./quota-rows";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";
import { useAmountText } from "./use-amount-text";
import { useLocalZone } from "@/components/ui/use-local-zone";

/** Everything that is counted: against its limit as a bar, or as a number where there is none. */
export function UsageList({ quota }: { quota: QuotaState }) {
  const t = useTranslations("account.usage");
  const rows = toQuotaRows(quota);
  return (
    <>
      {!rows.some(isLimited) && <p className="pb-3 text-quiet">{t("unlimited")}</p>}
      <ul className="flex flex-col gap-4">
        {rows.map((row) => (
          <li key={row.name}>
            <Usage row={row} isTight={findTightRow(quota)?.name === row.name} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Usage({ row, isTight }: { row: QuotaRow; isTight: boolean }) {
  const t = useTranslations("account.usage");
  const write = useAmountText(row.name);
  const used = write(row.used);
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{t(`names.${row.name}`)}</span>
        <span className={joinClasses("text-sm", isTight ? "text-partly" : "text-quiet")}>
          {row.limit === null ? t("noLimit", { used }) : t("of", { used, limit: write(row.limit) })}
        </span>
      </p>
      {isLimited(row) && (
        <>
          {/* What it shows stands beside it in words. */}
          <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-full bg-sunken">
            <div
              className={joinClasses(
                "h-full rounded-full",
                isStopped(row) ? "bg-bad" : isTight ? "bg-partly" : "bg-mark",
              )}
              style={{ width: `${toShare(row) * 100}%` }}
            />
          </div>
          <ResetText at={row.resetsAt} />
        </>
      )}
    </>
  );
}

function ResetText({ at }: { at: number }) {
  const t = useTranslations("account.usage");
  const format = useFormatter();
  const zone = useLocalZone();
  const time = format.dateTime(at, {
    ...(zone !== undefined && { timeZone: zone }),
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  return <p className="pt-1 text-sm leading-5 text-quiet">{t("resets", { time })}</p>;
}

"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useAmountText } from "@/components/ui/use-amount-text";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { joinClasses } from "@/components/ui/class-names";
import { isStopped, toShare } from "@/lib/client/quota-rows";
import type { LimitedRow } from "@/lib/client/quota-rows";

/** Above the composer: what is left of a limit that is nearly used, or that it is used up and from when on it goes on. */
export function QuotaLine({ row }: { row: LimitedRow | null }) {
  return (
    <div role="status" className="px-1 pb-1.5 empty:hidden">
      {row !== null && <Line row={row} />}
    </div>
  );
}

function Line({ row }: { row: LimitedRow }) {
  const t = useTranslations("chat.quota");
  const write = useAmountText(row.name);
  const isOver = isStopped(row);
  const isUsed = isOver || toShare(row) === 1;
  const reset = useResetText(row);
  const values = { left: write(Math.max(0, row.limit - row.used)), limit: write(row.limit) };
  return (
    <p
      className={joinClasses(
        "flex flex-wrap gap-x-1 text-sm leading-5",
        isOver ? "text-partly" : "text-quiet",
      )}
    >
      <span>{t(`${isUsed ? "used" : "left"}.${row.name}`, values)}</span>
      <span>{reset}</span>
      {isOver && <span>{t("kept")}</span>}
    </p>
  );
}

/** A month's limit needs its day; the others start again within one. */
function useResetText({ name, resetsAt }: LimitedRow): string {
  const t = useTranslations("chat.quota");
  const format = useFormatter();
  const zone = useLocalZone();
  const clock = {
    ...(zone !== undefined && { timeZone: zone }),
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  if (name !== "centsPerMonth") return t("resetsAt", { time: format.dateTime(resetsAt, clock) });
  return t("resetsOn", { time: format.dateTime(resetsAt, { month: "short", day: "numeric", ...clock }) });
}

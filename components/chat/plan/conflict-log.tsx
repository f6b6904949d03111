"use client";

import { Scale } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";
import { toPlainText } from "@/lib/client/message/spoken-text";
import type { Conflict, Plan } from "@/lib/features/plans/shape";

type ConflictLogProps = { conflicts: readonly Conflict[]; plan: Plan };

/** Where results of steps did not agree: both sides in their own words, and how it was settled. */
export function ConflictLog({ conflicts, plan: { steps } }: ConflictLogProps) {
  const t = useTranslations("plans.conflicts");
  const format = useFormatter();
  if (conflicts.length === 0) return null;
  return (
    <details className="rounded-lg border border-hairline px-3 py-1.5" open>
      <summary className="flex cursor-pointer items-center gap-2 py-1 font-medium pointer-coarse:py-2">
        <Scale size={15} aria-hidden className="shrink-0 text-partly" />
        {t("title", { count: conflicts.length })}
      </summary>
      <ul className="flex flex-col gap-3 pt-1 pb-2">
        {conflicts.map(({ subject, sides, difference, settledBy, winner }, index) => (
          <li key={index}>
            <p className="font-medium wrap-anywhere">
              <span dir="auto">{subject}</span>
              {difference !== undefined && (
                <span className="font-normal text-quiet">
                  {" · "}
                  {t("difference", {
                    percent: format.number(difference, { style: "percent", maximumFractionDigits: 0 }),
                  })}
                </span>
              )}
            </p>
            <ul className="flex flex-col gap-1 py-1">
              {sides.map(({ step, quote }, side) => (
                <li
                  key={side}
                  className={joinClasses(
                    "border-s-2 ps-2 wrap-anywhere",
                    side === winner ? "border-good" : "border-hairline text-quiet",
                  )}
                >
                  <span dir="auto">“{toPlainText(quote)}”</span>{" "}
                  <span className="text-xs text-quiet">
                    {steps.find(({ id }) => id === step)?.title ?? step}
                    {side === winner && <span className="font-medium text-good"> · {t("holds")}</span>}
                  </span>
                </li>
              ))}
            </ul>
            <p className="text-xs text-quiet">{t(settledBy)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

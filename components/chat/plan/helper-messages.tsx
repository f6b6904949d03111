"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { HelperMessage, Plan } from "@/lib/features/plans/shape";

/** What the plan and its helpers told each other, in order. */
export function HelperMessages({ messages, plan }: { messages: readonly HelperMessage[]; plan: Plan }) {
  const t = useTranslations("plans.helpers");
  const format = useFormatter();
  if (messages.length === 0) return null;
  const toName = (id: string) => {
    if (id === "plan" || id === "all") return t(id);
    const index = plan.steps.findIndex((task) => task.id === id);
    return index === -1 ? id : String(index + 1);
  };
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-quiet hover:text-ink pointer-coarse:py-3">
        {t("title", { count: messages.length })}
      </summary>
      <ol className="flex flex-col gap-1 py-1 text-xs">
        {messages.map(({ kind, from, to, at, text }, index) => (
          <li key={index} className="flex items-start gap-2 leading-4">
            <span className="shrink-0 text-quiet tabular-nums">
              {format.dateTime(new Date(at), { timeStyle: "medium" })} · {toName(from)} → {toName(to)} ·{" "}
              {t(`kind.${kind}`)}
            </span>
            <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
              {text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

"use client";

import { Hourglass } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Approval } from "@/lib/client/approvals";
import { toClockText, useTimeLeft } from "@/components/chat/trail/use-time-left";

/** How long a call still waits: counted for the eye, said once as a time of day for the ear. */
export function ApprovalClock({ approval }: { approval: Pick<Approval, "askedAt" | "dueAt"> }) {
  const t = useTranslations("consent.clock");
  const format = useFormatter();
  const left = useTimeLeft(approval);
  const time = format.dateTime(new Date(approval.dueAt), { timeStyle: "short" });
  return (
    <p className="flex shrink-0 items-center gap-1.5 text-xs leading-5 text-quiet">
      <span aria-hidden className="inline-flex items-center gap-1.5" title={t("left")}>
        <Hourglass size={13} />
        {left === 0 ? t("over") : left === null ? "" : toClockText(left)}
      </span>
      <span className="sr-only">{t("until", { time })}</span>
    </p>
  );
}

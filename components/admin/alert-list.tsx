import { CircleAlert, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toRunsPath, type Alert } from "@/lib/features/alerts/shape";
import { useAlertWords } from "./use-alert-words";

type Props = {
  label: string;
  alerts: readonly Alert[];
  onAcknowledge: ((id: string) => void) | null;
};

/** Alerts in the words of their mails, each with the way to the runs behind it. */
export function AlertList({ label, alerts, onAcknowledge }: Props) {
  return (
    <ul aria-label={label} className="grid gap-2 pt-3">
      {alerts.map((alert) => (
        <AlertCard key={alert.id} alert={alert} onAcknowledge={onAcknowledge} />
      ))}
    </ul>
  );
}

function AlertCard({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: Props["onAcknowledge"] }) {
  const t = useTranslations("admin.alerts");
  const format = useFormatter();
  const { title, reason } = useAlertWords()(alert);
  const at = (time: number) => format.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
  const { id, rule, severity, state, openedAt, resolvedAt } = alert;
  const isBad = state !== "resolved" && (severity === "high" || severity === "critical");
  const Sign = state === "resolved" ? CircleCheck : CircleAlert;
  const tone = state === "resolved" ? "text-quiet" : isBad ? "text-bad" : "text-partly";
  return (
    <li
      className={`flex flex-wrap items-start gap-x-4 gap-y-2 rounded-xl border bg-raised px-4 py-3 ${isBad ? "border-bad" : "border-hairline"}`}
    >
      <Sign className={`mt-0.5 size-5 shrink-0 ${tone}`} aria-hidden="true" />
      <div className="min-w-0 flex-[1_1_14rem] text-sm leading-5 wrap-anywhere">
        <p className="text-[0.9375rem] leading-6 font-semibold">{title}</p>
        <p>{reason}</p>
        <p className="text-xs leading-5 text-quiet">
          {t(`severities.${severity}`)} · {t(`states.${state}`)} · {t("opened", { time: at(openedAt) })}
          {resolvedAt !== null && ` · ${t("ended", { time: at(resolvedAt) })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link href={toRunsPath(alert)} className="quiet-button text-ink">
          {t(rule === "worse" ? "toLaboratory" : "toRuns")}
          <span className="sr-only">: {title}</span>
        </Link>
        {state === "open" && onAcknowledge !== null && (
          <Button aria-label={t("acknowledgeOf", { rule: title })} onClick={() => onAcknowledge(id)}>
            {t("acknowledge")}
          </Button>
        )}
      </div>
    </li>
  );
}

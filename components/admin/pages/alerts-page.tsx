"use client";

import { useFormatter, useTranslations } from "next-intl";
import { PageFrame, PageSection, Refresh } from "@/components/admin/page-frame";
import { SettingFields } from "@/components/admin/setting-control";
import { toolNames } from "@/components/tools/views";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { ResourceList } from "@/components/ui/resource-list";
import { useAction } from "@/components/ui/use-action";
import { acknowledgeAlert, listAlerts } from "@/lib/features/alerts/api";
import { call, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { Alert, AlertsReply, ErrorBudget } from "@/lib/features/alerts/shape";

const alertList = {
  load: loadFrom(listAlerts),
  key: ({ id }: Alert) => id,
  page: ({ alerts: items }: AlertsReply) => ({ items }),
};

/** Rules that fired, how many failures are left, and, for administrators, when a rule fires. */
export function AlertsPage({ canOperate, isAdmin }: { canOperate: boolean; isAdmin: boolean }) {
  const t = useTranslations("admin.alerts");
  const list = useResource(alertList);
  const { reply, items, phase, reload } = list;
  const { run, reason } = useAction();
  const acknowledge = (id: string) =>
    void run(() => call(acknowledgeAlert, { params: { id }, body: { state: "acknowledged" } })).then(reload);
  return (
    <PageFrame page="alerts">
      <PageSection
        title={t("title")}
        {...(reply && { help: toChannels(t, reply) })}
        aside={<Refresh isBusy={phase === "loading"} onClick={() => void reload()} />}
      >
        <Problem className="pt-2">{reason}</Problem>
        <ResourceList list={list} empty={t("none")}>
          <ul aria-label={t("title")}>
            {items.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                onAcknowledge={canOperate ? () => acknowledge(alert.id) : null}
              />
            ))}
          </ul>
        </ResourceList>
      </PageSection>
      {reply !== null && <Budget budget={reply.budget} />}
      {isAdmin && <Rules />}
    </PageFrame>
  );
}

type AlertWords = ReturnType<typeof useTranslations<"admin.alerts">>;

function toChannels(t: AlertWords, { channels: { mail, webhook } }: AlertsReply): string {
  if (mail && webhook) return t("told.both");
  if (mail) return t("told.mail");
  return t(webhook ? "told.webhook" : "told.nowhere");
}

const tones = { low: "bg-sunken text-quiet", medium: "bg-tint text-ink", high: "bg-bad-tint text-bad" };

function AlertRow({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: (() => void) | null }) {
  const t = useTranslations("admin.alerts");
  const format = useFormatter();
  const what = useSubject(alert);
  const at = (time: number) => format.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
  const { rule, severity, state, value, limit, openedAt, resolvedAt } = alert;
  const tone = state === "resolved" ? tones.low : tones[severity === "critical" ? "high" : severity];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-[1_1_14rem] text-sm leading-5">
        <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          <span className={`rounded-full px-2.5 text-xs leading-6 ${tone}`}>
            {t(`severities.${severity}`)}
          </span>
          <span className="font-medium">{t(`rules.${rule}`)}</span>
          {what !== null && <span className="text-quiet">{what}</span>}
        </p>
        <p className="pt-1">{t(`values.${rule}`, { value, limit })}</p>
        <p className="text-xs leading-5 text-quiet">
          {t(`states.${state}`)} · {t("opened", { time: at(openedAt) })}
          {resolvedAt !== null && ` · ${t("ended", { time: at(resolvedAt) })}`}
        </p>
      </div>
      {state === "open" && onAcknowledge !== null && (
        <Button aria-label={t("acknowledgeOf", { rule: t(`rules.${rule}`) })} onClick={onAcknowledge}>
          {t("acknowledge")}
        </Button>
      )}
    </li>
  );
}

function useSubject({ rule, subject }: Alert): string | null {
  const t = useTranslations("tools");
  const words = useTranslations("admin.laboratory.wins");
  if (rule === "worse") return words(subject === "judged" ? "judged" : "passes");
  const tool = rule === "tool" ? toolNames.find((name) => name === subject) : undefined;
  return tool === undefined ? subject : t(`${tool}.name`);
}

function Budget({ budget: { allowedPercent, replies, failed } }: { budget: ErrorBudget }) {
  const t = useTranslations("admin.alerts.budget");
  const format = useFormatter();
  const allowed = (replies * allowedPercent) / 100;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 2 });
  const used = allowed === 0 ? 0 : failed / allowed;
  return (
    <PageSection title={t("title")} help={t("help")}>
      <p className="pt-3 text-sm leading-5">
        {t("text", {
          failed,
          replies,
          share: percent(replies === 0 ? 0 : failed / replies),
          allowed: percent(allowedPercent / 100),
        })}
      </p>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="mt-2 h-2 w-full max-w-md"
        aria-hidden="true"
      >
        <rect width="100" height="4" rx="2" fill="var(--hairline)" />
        <rect
          width={Math.min(1, used) * 100}
          height="4"
          rx="2"
          fill={used > 1 ? "var(--bad)" : "var(--good)"}
        />
      </svg>
      <p className={`pt-1 text-xs leading-5 ${used > 1 ? "text-bad" : "text-quiet"}`}>
        {t(used > 1 ? "over" : "used", { share: percent(used) })}
      </p>
    </PageSection>
  );
}

function Rules() {
  const t = useTranslations("admin.sections.alerts");
  return (
    <PageSection title={t("name")} help={t("help")}>
      <SettingFields section="alerts" />
    </PageSection>
  );
}

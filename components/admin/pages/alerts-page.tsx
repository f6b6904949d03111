"use client";

import { useFormatter, useTranslations } from "next-intl";
import { AlertList } from "@/components/admin/alert-list";
import { AlertReceivers } from "@/components/admin/alert-receivers";
import { AlertRules } from "@/components/admin/alert-rules";
import { NumberField } from "@/components/admin/number-field";
import { NumberSentence } from "@/components/admin/number-sentence";
import { PageFrame, PageSection, Refresh } from "@/components/admin/page-frame";
import { useSettings } from "@/components/admin/use-settings";
import { Problem } from "@/components/ui/problem";
import { ResourceList } from "@/components/ui/resource-list";
import { useAction } from "@/components/ui/use-action";
import { call, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { acknowledgeAlert, listAlerts } from "@/lib/features/alerts/api";
import type { Alert, AlertsReply, ErrorBudget } from "@/lib/features/alerts/shape";
import { settingFields } from "@/lib/protocol/settings-fields";

const alertList = {
  load: loadFrom(listAlerts),
  key: ({ id }: Alert) => id,
  page: ({ alerts: items }: AlertsReply) => ({ items }),
};

/** What needs attention; for administrators, when an alert opens, and who hears of it. */
export function AlertsPage({ canOperate, isAdmin }: { canOperate: boolean; isAdmin: boolean }) {
  const t = useTranslations("admin.alerts");
  const list = useResource(alertList);
  const { reply, phase, reload } = list;
  const { run, reason } = useAction();
  const open = list.items.filter(({ state }) => state !== "resolved");
  const past = list.items.filter(({ state }) => state === "resolved");
  const acknowledge = (id: string) =>
    void run(() => call(acknowledgeAlert, { params: { id }, body: { state: "acknowledged" } })).then(reload);
  return (
    <PageFrame page="alerts" aside={<Refresh isBusy={phase === "loading"} onClick={() => void reload()} />}>
      <PageSection title={t("open")}>
        <Problem className="pt-2">{reason}</Problem>
        <ResourceList list={{ ...list, items: open }} empty={t("none")}>
          <AlertList label={t("open")} alerts={open} onAcknowledge={canOperate ? acknowledge : null} />
        </ResourceList>
      </PageSection>
      {reply !== null && isAdmin && <AlertRules now={reply.now} />}
      {reply !== null && <Budget budget={reply.budget} isAdmin={isAdmin} />}
      {reply !== null && <AlertReceivers reply={reply} canChange={isAdmin} onChanged={reload} />}
      {reply !== null && (
        <PageSection title={t("past")} isFoldable>
          {past.length === 0 ? (
            <p className="pt-3 text-sm leading-5 text-quiet">{t("noPast")}</p>
          ) : (
            <AlertList label={t("past")} alerts={past} onAcknowledge={null} />
          )}
        </PageSection>
      )}
    </PageFrame>
  );
}

function Budget({ budget, isAdmin }: { budget: ErrorBudget; isAdmin: boolean }) {
  const t = useTranslations("admin.alerts.budget");
  const format = useFormatter();
  const { allowedPercent, replies, failed } = budget;
  const allowed = Math.floor((replies * allowedPercent) / 100);
  const share = format.number(replies === 0 ? 0 : failed / replies, {
    style: "percent",
    maximumFractionDigits: 1,
  });
  const isOver = failed > allowed;
  return (
    <PageSection title={t("title")} help={t("help")}>
      <div id="errorBudgetPercent" className="flex flex-wrap items-start justify-between gap-x-4 py-2.5">
        <p className="text-[0.9375rem] leading-9">
          <NumberSentence words={(number) => t("rule", { number })}>
            {isAdmin ? <BudgetNumber /> : format.number(allowedPercent)}
          </NumberSentence>
        </p>
        <p className={`text-sm leading-9 ${isOver ? "text-bad" : "text-quiet"}`}>
          {t("text", { replies, share })}
          {replies > 0 && ` · ${t("left", { allowed, failed })}`}
        </p>
      </div>
    </PageSection>
  );
}

function BudgetNumber() {
  const label = useTranslations("admin.fields")("errorBudgetPercent.name");
  const { draft, change } = useSettings().form;
  return (
    <NumberField
      label={label}
      className="mx-0.5 w-20 leading-5"
      value={draft.errorBudgetPercent}
      range={settingFields.errorBudgetPercent}
      isWhole={false}
      onChange={(value) => value !== null && change("errorBudgetPercent", value)}
    />
  );
}

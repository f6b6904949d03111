import { createTranslator } from "next-intl";
import { loadMessages } from "@/i18n/load-messages";
import type { Locale } from "@/i18n/locales";
import { toolNames } from "@/lib/engine/tools/catalog";
import type { AlertEvent } from "./records";
import { sayAlert, toRunsPath, type Alert } from "./shape";

export type AlertWords = { title: string; lines: string[]; action: { label: string; path: string } };

/** What the page of alerts says of it, in the reader's language. */
export async function toAlertWords(locale: Locale, alert: Alert, event: AlertEvent): Promise<AlertWords> {
  const t = createTranslator({ locale, messages: await loadMessages(locale) });
  const nameTool = (name: string): string => {
    const tool = toolNames.find((known) => known === name);
    return tool === undefined ? name : t(`tools.${tool}.name`);
  };
  const { title, reason } = sayAlert(alert, (key, values) => t(`admin.alerts.${key}`, values), nameTool);
  return {
    title: event === "opened" ? title : t("admin.alerts.over", { title }),
    lines: [reason],
    action: {
      label: t(`admin.alerts.${alert.rule === "worse" ? "toLaboratory" : "toRuns"}`),
      path: toRunsPath(alert),
    },
  };
}

import { createTranslator } from "next-intl";
import { loadMessages } from "@/i18n/load-messages";
import type { Locale } from "@/i18n/locales";
import type { AlertEvent } from "./records";
import type { Alert } from "./shape";
import { toolNames } from "@/lib/engine/tools/catalog";

export type WriteAlert = (
  locale: Locale,
) => Promise<{ title: string; lines: string[]; action: { label: string; path: string } }>;

/** What the page of alerts says of it, in the reader's language. */
export function writeAlert(alert: Alert, event: AlertEvent): WriteAlert {
  return async (locale) => {
    const t = createTranslator({ locale, messages: await loadMessages(locale) });
    const { rule, severity, subject, value, limit } = alert;
    const tool = rule === "tool" ? toolNames.find((name) => name === subject) : undefined;
    const wins = subject === "judged" ? "judged" : "passes";
    const named = tool === undefined ? subject : t(`tools.${tool}.setting.name`);
    const what = rule === "worse" ? t(`admin.laboratory.wins.${wins}`) : named;
    const sentence = what === null ? event : (`${event}Of` as const);
    const line = t(`admin.alerts.mail.${sentence}`, {
      severity: t(`admin.alerts.severities.${severity}`),
      rule: t(`admin.alerts.rules.${rule}`),
      what: what ?? "",
      text: t(`admin.alerts.values.${rule}`, { value, limit }),
    });
    return {
      title: t(`admin.alerts.rules.${rule}`),
      lines: [line],
      action: { label: t("admin.alerts.mail.look"), path: "/admin/alerts" },
    };
  };
}

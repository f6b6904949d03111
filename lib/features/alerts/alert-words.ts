import { createTranslator } from "next-intl";
import { loadMessages } from "@/i18n/load-messages";
import { locales, type Locale } from "@/i18n/locales";
import type { AlertEvent } from "./records";
import type { Alert } from "./shape";
import { toolNames } from "@/lib/engine/tools/catalog";

/** What the page of alerts says of it, in each language, because nobody knows who reads which. */
export async function toAlertWords(alert: Alert, event: AlertEvent): Promise<string> {
  const lines = await Promise.all(locales.map((locale) => toSentence(locale, alert, event)));
  return lines.join("\n");
}

async function toSentence(locale: Locale, alert: Alert, event: AlertEvent): Promise<string> {
  const { rule, severity, subject, value, limit } = alert;
  const t = createTranslator({ locale, messages: await loadMessages(locale) });
  const tool = rule === "tool" ? toolNames.find((name) => name === subject) : undefined;
  const wins = subject === "judged" ? "judged" : "passes";
  const named = tool === undefined ? subject : t(`tools.${tool}.name`);
  const what = rule === "worse" ? t(`admin.laboratory.wins.${wins}`) : named;
  const sentence = what === null ? event : (`${event}Of` as const);
  return t(`admin.alerts.mail.${sentence}`, {
    severity: t(`admin.alerts.severities.${severity}`),
    rule: t(`admin.alerts.rules.${rule}`),
    what: what ?? "",
    text: t(`admin.alerts.values.${rule}`, { value, limit }),
  });
}

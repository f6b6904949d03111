import { createAlerts, type Alerts } from "./alerts";
import { createWebhook, type PostSigned, type SendAlert } from "./send-webhook";
import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { toAlertWords, type AlertWords } from "./alert-words";
import type { Locale } from "@/i18n/locales";

/** Ways on which people are told; `null` where they are not set up. */
export type Telling = {
  mail: {
    /** In the receiver's language, with the site's name. */
    alert: ((userId: string, write: (locale: Locale) => Promise<AlertWords>) => Promise<void>) | null;
    waiting: ((userId: string, conversationId: string) => Promise<void>) | null;
  };
  webhook: PostSigned | null;
};

/** Alerts with the ways on which they are told here. */
export function openAlerts(ground: Ground, { mail, webhook }: Telling): Feature & { service: Alerts } {
  const { records, settings, breakers, log, now } = ground;
  const alerts: Alerts = createAlerts({
    ...{ ...records, settings, log, now, listBreakers: breakers.list },
    channels: {
      mail: toMail(mail.alert, () => alerts.receivers.list()),
      webhook: webhook && createWebhook(webhook),
    },
  });
  return { name: "alerts", service: alerts, jobs: [alerts.job], look: alerts.look };
}

function toMail(
  sendMail: Telling["mail"]["alert"],
  listReceivers: () => Promise<string[]>,
): SendAlert | null {
  if (sendMail === null) return null;
  return async ({ alert, event }) => {
    const sent = await Promise.allSettled(
      (await listReceivers()).map((id) => sendMail(id, (locale) => toAlertWords(locale, alert, event))),
    );
    // One dead mailbox keeps it from nobody else, and what is sent again goes to all: only if none got it.
    const failed = sent.find((one) => one.status === "rejected");
    if (failed !== undefined && sent.every((one) => one.status === "rejected")) throw failed.reason;
  };
}

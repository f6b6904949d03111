import { createAlerts, type Alerts } from "./alerts";
import { createWebhook, type PostSigned, type SendAlert } from "./send-webhook";
import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { writeAlert, type WriteAlert } from "./alert-words";

/** Ways on which people are told; `null` where they are not set up. */
export type Telling = {
  mail: {
    alert: ((userId: string, write: WriteAlert) => Promise<void>) | null;
    waiting: ((userId: string, conversationId: string) => Promise<void>) | null;
  };
  webhook: PostSigned | null;
};

/** Alerts with the ways on which they are told here. */
export function openAlerts(ground: Ground, { mail, webhook }: Telling): Feature & { service: Alerts } {
  const { records, settings, breakers, log, now } = ground;
  const alerts = createAlerts({
    ...{ ...records, settings, log, now, listBreakers: breakers.list },
    channels: { mail: toMail(ground, mail.alert), webhook: webhook && createWebhook(webhook) },
  });
  return { name: "alerts", service: alerts, jobs: [alerts.job], look: alerts.look };
}

/** To everybody who administrates. */
function toMail({ records }: Ground, sendMail: Telling["mail"]["alert"]): SendAlert | null {
  if (sendMail === null) return null;
  return async ({ alert, event }) => {
    for (const id of await records.people.listAdmins()) await sendMail(id, writeAlert(alert, event));
  };
}

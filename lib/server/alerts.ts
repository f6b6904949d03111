import { createAlerts } from "@/lib/alerts/alerts";
import { createSignedPost, createWebhook, type PostSigned, type SendAlert } from "@/lib/alerts/send-webhook";
import type { AccountsAuth } from "@/lib/auth/accounts-auth";
import type { Env } from "@/lib/env";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { toUserAgent } from "@/lib/net/user-agent";
import { toAlertWords } from "./alert-words";
import type { CoreServices } from "./core-services";

const webhookLimits = { totalMs: 10_000, maxRedirects: 0 };

/** Alerts with the ways on which they are told here. */
export function openAlerts(env: Env, base: CoreServices, accountsAuth: AccountsAuth | null) {
  const { records, settings, breakers, log, now } = base;
  const post = openWebhook(env, now);
  return createAlerts({
    ...{ ...records, settings, log, now, listBreakers: breakers.list },
    channels: { mail: toMail(base, accountsAuth), webhook: post && createWebhook(post) },
  });
}

/** To everybody who administrates. */
function toMail({ records }: CoreServices, accountsAuth: AccountsAuth | null): SendAlert | null {
  const mail = accountsAuth?.mailAlert ?? null;
  if (mail === null) return null;
  return async ({ alert, event }) => {
    const words = await toAlertWords(alert, event);
    for (const id of await records.people.listAdmins()) await mail(id, words);
  };
}

/** `null` where the site has none. */
export function openWebhook(env: Env, now: () => number): PostSigned | null {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env;
  if (url === undefined || secret === undefined) return null;
  const fetch = createGuardedFetch({
    allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
    userAgent: toUserAgent(env.WEB_CONTACT ?? env.AUTH_URL),
    limits: webhookLimits,
  });
  return createSignedPost({ fetch, url, secret, now });
}

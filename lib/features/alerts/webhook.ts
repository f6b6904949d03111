import { createSignedPost, type PostSigned } from "./send-webhook";
import type { Ground } from "@/lib/engine/ground";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { toUserAgent } from "@/lib/net/user-agent";

const webhookLimits = { totalMs: 10_000, maxRedirects: 0 };

/** `null` where the site has none. */
export function openWebhook({ env, now }: Pick<Ground, "env" | "now">): PostSigned | null {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env;
  if (url === undefined || secret === undefined) return null;
  const fetch = createGuardedFetch({
    allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
    userAgent: toUserAgent(env.WEB_CONTACT ?? env.AUTH_URL),
    limits: webhookLimits,
  });
  return createSignedPost({ fetch, url, secret, now });
}

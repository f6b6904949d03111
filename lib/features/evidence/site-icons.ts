import type { Ground } from "@/lib/engine/ground";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { createIconReader, type IconPage } from "@/lib/net/icon-reader";
import { isTrusted } from "@/lib/net/judge-url";
import { toUserAgent } from "@/lib/net/user-agent";

const fetchLimits = { totalMs: 3_000 };
/** For both addresses and the drawing. */
const limitMs = 8_000;

/** Fetches the icon of a page's site beside the work, and keeps it once in a conversation. Never throws. */
export function createIconKeeper({ env, records: { siteIcons }, inBackground, now }: Ground) {
  const allowedHosts = env.WEB_FETCH_ALLOWED_HOSTS ?? [];
  const fetch = createGuardedFetch({
    allowedHosts,
    userAgent: toUserAgent(env.WEB_CONTACT ?? env.AUTH_URL),
    limits: fetchLimits,
  });
  const read = createIconReader({ fetch, isInside: (url) => isTrusted(url, allowedHosts), now });
  async function keep(userId: string, conversationId: string, page: IconPage): Promise<void> {
    const { host } = new URL(page.url);
    if ((await siteIcons.find(userId, conversationId, host)) !== null) return;
    const png = await read(page, AbortSignal.timeout(limitMs));
    if (png !== null) await siteIcons.keep(userId, conversationId, host, png);
  }
  return (userId: string, conversationId: string, page: IconPage): void =>
    inBackground("icon_not_kept", keep(userId, conversationId, page));
}

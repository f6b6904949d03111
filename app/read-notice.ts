import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import type { ShownNotice } from "@/components/shell/site-notice";
import { noticeCookie } from "@/components/ui/preferences";
import { getServices } from "@/lib/server/services";

/** What the site tells, unless this browser has closed it. */
export async function readNotice(): Promise<ShownNotice | null> {
  const [jar, { site }] = await Promise.all([cookies(), getServices()]);
  const text = (await site.get()).site.notice;
  const id = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  return text === "" || jar.get(noticeCookie)?.value === id ? null : { id, text };
}

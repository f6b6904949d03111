import { createHmac } from "node:crypto";
import type { AlertEvent } from "@/lib/data/alerts";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import type { Alert } from "@/lib/protocol/alerts";

export type AlertTelling = { alert: Alert; event: AlertEvent; signal: AbortSignal };
export type SendAlert = (telling: AlertTelling) => Promise<void>;

type WebhookOptions = { fetch: GuardedFetch; url: string; secret: string; now: () => number };

/**
 * Posts an alert as JSON. Who receives it knows by HMAC-SHA256 of `timestamp.body` that it is ours, and by
 * the timestamp (seconds since 1970) that it is new. Throws what the guarded fetch throws.
 */
export function createWebhook({ fetch, url, secret, now }: WebhookOptions): SendAlert {
  return async ({ alert, event, signal }) => {
    const text = JSON.stringify({ type: `alert.${event}`, alert });
    const timestamp = String(Math.floor(now() / 1000));
    const signature = createHmac("sha256", secret).update(`${timestamp}.${text}`).digest("hex");
    await fetch(url, {
      signal,
      headers: { "x-sextant-timestamp": timestamp, "x-sextant-signature": `sha256=${signature}` },
      body: { contentType: "application/json", text },
      // What it says is of no interest.
      maxBytes: 64_000,
      isCutAtLimit: true,
    });
  };
}

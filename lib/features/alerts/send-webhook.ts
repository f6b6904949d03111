import { createHmac } from "node:crypto";
import type { AlertEvent } from "./records";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import type { Alert } from "./shape";

export type AlertTelling = { alert: Alert; event: AlertEvent; signal: AbortSignal };
export type SendAlert = (telling: AlertTelling) => Promise<void>;

type WebhookOptions = { fetch: GuardedFetch; url: string; secret: string; now: () => number };

/** Posts JSON to the site's webhook. */
export type PostSigned = (
  payload: { type: string; [field: string]: unknown },
  signal: AbortSignal,
) => Promise<void>;

/**
 * Posts JSON. Who receives it knows by HMAC-SHA256 of `timestamp.body` that it is ours, and by
 * the timestamp (seconds since 1970) that it is new. Throws what the guarded fetch throws.
 */
export function createSignedPost({ fetch, url, secret, now }: WebhookOptions): PostSigned {
  return async (payload, signal) => {
    const text = JSON.stringify(payload);
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

export function createWebhook(post: PostSigned): SendAlert {
  return ({ alert, event, signal }) => post({ type: `alert.${event}`, alert }, signal);
}

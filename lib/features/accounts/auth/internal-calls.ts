import { createHmac, hkdfSync } from "node:crypto";
import { isEqual } from "@/lib/secrets";
import { AppError } from "@/lib/errors";

export type InternalCallOptions = {
  /** The same on all instances. */
  secret: Uint8Array | string;
  /** The address that leads to any of them; `null` where there is only one. */
  siteUrl: string | null;
  /** What the platform's scheduler says to be let in; without one, only processes of the site are. */
  cronSecret: string | null;
  now: () => number;
};

/** How far two clocks may be apart, and how long an overheard call can be said again. */
const validMs = 60_000;
const callLimitMs = 5_000;
const header = "x-sextant-signature";

/** What one process of this site asks of another: it proves with the server's secret that it is one. */
export function createInternalCalls({ secret, siteUrl, cronSecret, now }: InternalCallOptions) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "sextant internal calls", 32));
  const sign = (path: string, at: number) =>
    `${at}.${createHmac("sha256", key).update(`${path} ${at}`).digest("hex")}`;

  function isSigned(request: Request): boolean {
    const given = request.headers.get(header) ?? "";
    const at = Number(given.split(".")[0]);
    const isRecent = Number.isSafeInteger(at) && Math.abs(now() - at) <= validMs;
    return isRecent && isEqual(given, sign(new URL(request.url).pathname, at));
  }

  return {
    /** Throws `unauthenticated` for all but this site and, where that is allowed, its scheduler. */
    check(request: Request, { orCron = false } = {}): void {
      const isCron =
        orCron &&
        cronSecret !== null &&
        isEqual(request.headers.get("authorization") ?? "", `Bearer ${cronSecret}`);
      if (!isCron && !isSigned(request))
        throw new AppError("unauthenticated", "This address is for the site itself.");
    },

    /** Asks for a process that goes on with a run. Throws when none takes it. */
    async callNextWorker(runId: string): Promise<void> {
      if (siteUrl === null) return;
      const path = `/api/internal/runs/${runId}/resume`;
      const response = await fetch(new URL(path, siteUrl), {
        method: "POST",
        headers: { [header]: sign(path, now()) },
        signal: AbortSignal.timeout(callLimitMs),
        redirect: "error",
      });
      const isTaken = response.ok && ((await response.json()) as { taken?: unknown }).taken === true;
      if (!isTaken)
        throw new AppError("overloaded", `No other process took the reply over: ${response.status}.`);
    },
  };
}

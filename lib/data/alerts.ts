import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { alertRules, nightlyRule, severities, type Alert, type Firing } from "@/lib/protocol/alerts";
import type { Store, StoredDocument, Transaction } from "@/lib/store/store";
import { defineJob, planJob } from "./jobs";
import { toData } from "./json";
import { paths } from "./paths";

const alertSchema: z.ZodType<Omit<Alert, "id">> = z.object({
  rule: z.enum(alertRules),
  subject: z.string().nullable(),
  severity: z.enum(severities),
  value: z.number(),
  limit: z.number(),
  state: z.enum(["open", "acknowledged", "resolved"]),
  openedAt: z.number(),
  seenAt: z.number(),
  acknowledgedAt: z.number().nullable(),
  resolvedAt: z.number().nullable(),
});

/** What is told of an alert, and where. */
export const alertChannels = ["mail", "webhook"] as const;
export type AlertChannel = (typeof alertChannels)[number];
const alertEvents = ["opened", "resolved"] as const;
export type AlertEvent = (typeof alertEvents)[number];

/** An alert is told on one of its channels. */
export const tellJob = defineJob(
  "tell",
  { alertId: z.string(), event: z.enum(alertEvents), channel: z.enum(alertChannels) },
  { isSlow: true },
);

/** More rules than that never fire at once; the rest is looked at when these are over. */
const mostUnresolved = 200;
/** So long after a rule fired last its alert is over: it may fire on one instance and not on another. */
const calmMs = 300_000;
const keptMs = 90 * 86_400_000;

/** Rules that fired: one alert for each rule and subject until it is over. */
export function createAlertRecords(store: Store, now: () => number) {
  return {
    /**
     * Opens, keeps and ends alerts by what fires now; each change is told by jobs on the channels that there
     * are. Two who look at once open one alert.
     */
    async settle(
      firings: readonly Firing[],
      channels: readonly AlertChannel[],
      by: Settling["by"] = "look",
    ): Promise<void> {
      await store.transaction(async (tx) => settleIn(tx, { firings, channels, by, now: now() }));
    },

    async find(id: string): Promise<Alert | null> {
      return toAlert(await store.find(paths.alert(id)));
    },

    /** Newest first. */
    async list(limit: number): Promise<Alert[]> {
      const { documents } = await store.list({
        collection: paths.alerts,
        orderBy: { field: "openedAt", direction: "desc" },
        limit,
      });
      return documents.flatMap((document) => toAlert(document) ?? []);
    },

    /** Throws `not_found`; what is over stays so. */
    async acknowledge(id: string): Promise<Alert> {
      return store.transaction(async (tx) => {
        const alert = toAlert(await tx.find(paths.alert(id)));
        if (alert === null) throw new AppError("not_found", "This alert does not exist.");
        if (alert.state !== "open") return alert;
        const acknowledged: Alert = { ...alert, state: "acknowledged", acknowledgedAt: now() };
        write(tx, acknowledged);
        return acknowledged;
      });
    },

    /** Those that have been over for 90 days, some at a time. */
    async deleteOld(): Promise<void> {
      const { documents } = await store.list({
        collection: paths.alerts,
        where: [{ field: "resolvedAt", op: "<", value: now() - keptMs }],
        limit: 100,
      });
      await store.batch(documents.map(({ path }) => ({ kind: "delete", path })));
    },
  };
}
export type AlertRecords = ReturnType<typeof createAlertRecords>;

/** `by`: what was looked at, or the newest night, which ends its own alerts at once. */
type Settling = {
  firings: readonly Firing[];
  channels: readonly AlertChannel[];
  by: "look" | "night";
  now: number;
};

async function settleIn(tx: Transaction, { firings, channels, by, now }: Settling): Promise<void> {
  const { documents } = await tx.list({
    collection: paths.alerts,
    where: [{ field: "isResolved", op: "==", value: false }],
    limit: mostUnresolved,
  });
  const known = documents.flatMap((document) => toAlert(document) ?? []);
  const isOf = (one: Firing) => (other: Firing) => one.rule === other.rule && one.subject === other.subject;
  const tell = (alert: Alert, event: AlertEvent): void => {
    for (const channel of channels)
      planJob(tx, tellJob.at({ userId: "site", alertId: alert.id, event, channel }), now);
  };
  for (const firing of firings) {
    const before = known.find(isOf(firing));
    const alert: Alert = { ...(before ?? toNew(now)), ...firing, seenAt: now };
    write(tx, alert);
    if (before === undefined) tell(alert, "opened");
  }
  for (const alert of known.filter(({ rule }) => (rule === nightlyRule) === (by === "night"))) {
    if (firings.some(isOf(alert)) || (by === "look" && now - alert.seenAt < calmMs)) continue;
    const resolved: Alert = { ...alert, state: "resolved", resolvedAt: now };
    write(tx, resolved);
    tell(resolved, "resolved");
  }
}

function toNew(now: number): Pick<Alert, "id" | "state" | "openedAt" | "acknowledgedAt" | "resolvedAt"> {
  return { id: randomUUID(), state: "open", openedAt: now, acknowledgedAt: null, resolvedAt: null };
}

function write(tx: Transaction, { id, ...alert }: Alert): void {
  tx.set(paths.alert(id), toData({ ...alert, isResolved: alert.state === "resolved" }));
}

function toAlert(document: StoredDocument | null): Alert | null {
  const alert = document === null ? undefined : alertSchema.safeParse(document.data).data;
  return document === null || alert === undefined ? null : { id: document.id, ...alert };
}

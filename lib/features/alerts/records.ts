import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  alertRules,
  nightlyRule,
  receiversSchema,
  severities,
  type Alert,
  type Firing,
  type ReceiversChange,
} from "./shape";
import type { Store, Transaction } from "@/lib/store/store";
import { defineJob, scheduleJob } from "@/lib/data/jobs";
import { paths } from "@/lib/data/paths";
import { createRecords } from "@/lib/data/record";
import { createConflict } from "@/lib/data/versions";

const alertSchema: z.ZodType<Omit<Alert, "id">> = z.object({
  rule: z.enum(alertRules),
  subject: z.string().nullable(),
  severity: z.enum(severities),
  value: z.number(),
  limit: z.number(),
  count: z.number().optional(),
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
  const alerts = createAlertStore(store);
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
      await store.transaction((tx) => settleIn(tx, alerts, { firings, channels, by, now: now() }));
    },

    find: (id: string): Promise<Alert | null> => alerts.find(null, id),

    /** Newest first. */
    list: (limit: number): Promise<Alert[]> =>
      alerts.list(null, { orderBy: { field: "openedAt", direction: "desc" }, limit }),

    readReceivers: () => readReceivers(store),

    /** Throws `conflict` when somebody else saved first. */
    saveReceivers: ({ version, ids }: ReceiversChange, updatedBy: string): Promise<void> =>
      store.transaction(async (tx) => {
        const before = await readReceivers(tx);
        if (before.version !== version) throw createConflict("the receivers of alerts", before);
        tx.set(paths.alertReceivers, { version: version + 1, ids, updatedBy });
      }),

    /** Throws `not_found`; what is over stays so. */
    acknowledge: (id: string): Promise<Alert> =>
      alerts.change(null, id, (alert) =>
        alert.state === "open" ? { ...alert, state: "acknowledged", acknowledgedAt: now() } : alert,
      ),

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

const storedReceiversSchema = receiversSchema.extend({ updatedBy: z.string().nullable() });

/** `ids` is `null` until somebody chose, and where what was chosen cannot be read. */
async function readReceivers(reader: Pick<Store, "find">): Promise<z.output<typeof storedReceiversSchema>> {
  const found = await reader.find(paths.alertReceivers);
  return storedReceiversSchema.safeParse(found?.data).data ?? { version: 0, ids: null, updatedBy: null };
}

const createAlertStore = (store: Store) =>
  createRecords(store, {
    noun: "alert",
    collection: () => paths.alerts,
    schema: alertSchema,
    most: mostUnresolved,
    toStored: (alert) => ({ ...alert, isResolved: alert.state === "resolved" }),
    skipsUnreadable: true,
  });

/** `by`: what was looked at, or the newest night, which ends its own alerts at once. */
type Settling = {
  firings: readonly Firing[];
  channels: readonly AlertChannel[];
  by: "look" | "night";
  now: number;
};

async function settleIn(
  tx: Transaction,
  records: ReturnType<typeof createAlertStore>,
  { firings, channels, by, now }: Settling,
): Promise<void> {
  const alerts = records.in(tx, null);
  const known = await alerts.list({ where: [{ field: "isResolved", op: "==", value: false }] });
  const isOf = (one: Firing) => (other: Firing) => one.rule === other.rule && one.subject === other.subject;
  const tell = (alert: Alert, event: AlertEvent): void => {
    for (const channel of channels)
      scheduleJob(tx, tellJob.at({ userId: "site", alertId: alert.id, event, channel }), now);
  };
  for (const firing of firings) {
    const before = known.find(isOf(firing));
    const alert: Alert = { ...(before ?? toNew(now)), ...firing, seenAt: now };
    alerts.put(alert);
    if (before === undefined) tell(alert, "opened");
  }
  for (const alert of known.filter(({ rule }) => (rule === nightlyRule) === (by === "night"))) {
    if (firings.some(isOf(alert)) || (by === "look" && now - alert.seenAt < calmMs)) continue;
    const resolved: Alert = { ...alert, state: "resolved", resolvedAt: now };
    alerts.put(resolved);
    tell(resolved, "resolved");
  }
}

function toNew(now: number): Pick<Alert, "id" | "state" | "openedAt" | "acknowledgedAt" | "resolvedAt"> {
  return { id: randomUUID(), state: "open", openedAt: now, acknowledgedAt: null, resolvedAt: null };
}

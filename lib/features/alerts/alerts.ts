import { alertChannels, tellJob, type AlertChannel, type AlertRecords } from "./records";
import type { AuditLog } from "@/lib/data/audit";
import type { Statistics } from "@/lib/features/statistics/records/statistics";
import type { Ground } from "@/lib/engine/ground";
import { onJob, type JobWork } from "@/lib/jobs/jobs";
import type { People } from "@/lib/data/people";
import {
  nightlyRule,
  type Alert,
  type AlertsReply,
  type Backtest,
  type BacktestQuery,
  type BacktestReply,
  type Firing,
  type Receivers,
} from "./shape";
import type { BreakerState } from "@/lib/protocol/breakers";
import type { AgentSettings } from "@/lib/protocol/settings";
import { toGroupsOfHours, toMicroUsd } from "@/lib/features/statistics/records/hour-counts";
import { backtestDays, createBacktest } from "./backtest";
import { judgeRules, readNow, watchesAnything, type Figures } from "./judge-rules";
import { createReceivers } from "./receivers";
import type { SendAlert } from "./send-webhook";

export type AlertsDeps = Pick<Ground, "log" | "now"> & {
  alerts: AlertRecords;
  statistics: Pick<Statistics, "readHours" | "readHoursOf" | "overview">;
  people: Pick<People, "listByRoles">;
  audit: Pick<AuditLog, "record">;
  /** Those in force. */
  settings: { get: () => Promise<{ settings: AgentSettings }> };
  listBreakers: () => readonly BreakerState[];
  /** How each channel tells it; `null` where it is not set up. */
  channels: Record<AlertChannel, SendAlert | null>;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Who looks at the page looks at the rules, too. */
const leastPauseMs = 2_000;
const mostShown = 100;
const budgetDays = 30;
const dayMs = 24 * hourMs;

/** Looks at the rules once a minute in each process, tells what they say, and shows it. */
export function createAlerts(deps: AlertsDeps) {
  const { alerts, settings, audit, log, now } = deps;
  const channels = alertChannels.filter((channel) => deps.channels[channel] !== null);
  const startedAt = now();
  let checkedAt = -Infinity;
  let isWatching = true;
  const backtest = createBacktest(deps);
  const receiving = createReceivers(deps);

  async function check(): Promise<void> {
    checkedAt = now();
    const inForce = (await settings.get()).settings;
    const isWatched = watchesAnything(inForce);
    // Once more when nothing is watched any longer: what is open then ends.
    if (!isWatched && !isWatching) return;
    const firings = isWatched ? judgeRules(inForce, await readFigures(deps, inForce, startedAt)) : [];
    await alerts.settle(firings, channels);
    isWatching =
      isWatched ||
      (await alerts.list(mostShown)).some(({ state, rule }) => state !== "resolved" && rule !== nightlyRule);
    await alerts.deleteOld();
  }

  return {
    /** At most once a minute. Never rejects. */
    async look(): Promise<void> {
      if (now() - checkedAt < minuteMs) return;
      await check().catch((error: unknown) => log.warn("alerts_not_looked_for", { error }));
    },

    /** Looks at the rules unless that has just been done. */
    async list(): Promise<AlertsReply> {
      if (now() - checkedAt >= leastPauseMs)
        await check().catch((error: unknown) => log.warn("alerts_not_looked_for", { error }));
      return readReply(deps, await receiving.read(), startedAt);
    },

    /** What rules with these numbers would have opened in the last 30 days. */
    backtest: async (query: BacktestQuery): Promise<BacktestReply> => ({
      ...(await backtest((await settings.get()).settings, query)),
      breaker: countPauses(await alerts.list(mostShown), now() - backtestDays * dayMs),
    }),

    receivers: receiving,

    /** What the newest night says. */
    settleNight: (firings: readonly Firing[]) => alerts.settle(firings, channels, "night"),

    /** Throws `not_found`. */
    async acknowledge(by: string, id: string): Promise<Alert> {
      const alert = await alerts.acknowledge(id);
      await audit.record({ act: "alert_acknowledged", actor: by, detail: alert.rule });
      return alert;
    },

    job: createTelling(deps),
  };
}
export type Alerts = ReturnType<typeof createAlerts>;

async function readReply(deps: AlertsDeps, receivers: Receivers, startedAt: number): Promise<AlertsReply> {
  const { settings: inForce } = await deps.settings.get();
  const [alerts, { groups }, figures] = await Promise.all([
    deps.alerts.list(mostShown),
    deps.statistics.overview(budgetDays),
    readFigures(deps, { ...inForce, alertCentsPerDay: 0 }, startedAt),
  ]);
  const { count: replies = 0, failed = 0 } = groups.find(({ kind }) => kind === "site") ?? {};
  return {
    alerts,
    budget: { allowedPercent: inForce.errorBudgetPercent, replies, failed },
    channels: { mail: deps.channels.mail !== null, webhook: deps.channels.webhook !== null },
    now: readNow(inForce, figures),
    receivers,
  };
}

/** The statistics know nothing of pauses: alerts that did open are counted. `opened`: newest first. */
function countPauses(opened: readonly Alert[], since: number): Backtest {
  const pauses = opened.filter(({ rule, openedAt }) => rule === "breaker" && openedAt >= since);
  return { times: pauses.length, lastAt: pauses[0]?.openedAt ?? null };
}

/** Throws what keeps it from being told: then it is tried again. */
function createTelling({ alerts, channels }: AlertsDeps): JobWork {
  return onJob(tellJob, async ({ alertId, event, channel }, signal) => {
    const alert = await alerts.find(alertId);
    if (alert !== null) await channels[channel]?.({ alert, event, signal });
    return null;
  });
}

async function readFigures(
  { statistics, listBreakers, now }: AlertsDeps,
  { alertCentsPerDay, alertSilenceMinutes }: AgentSettings,
  startedAt: number,
): Promise<Figures> {
  const today = new Date(now()).getUTCHours() + 1;
  const silence = Math.ceil((alertSilenceMinutes ?? 0) / 60) + 1;
  const hours = await statistics.readHours(Math.max(2, silence, alertCentsPerDay === null ? 0 : today));
  // A process that has just begun knows of no silence before it but by what is counted.
  const counted = Math.max(...hours.map(({ lastAt }) => lastAt ?? 0));
  const lastAt = counted === 0 ? Math.min(startedAt, now()) : counted;
  return {
    groups: toGroupsOfHours(hours.slice(-2)),
    hourMicroUsd: toMicroUsd(hours.slice(-1)),
    dayMicroUsd: toMicroUsd(hours.slice(-today)),
    silentMinutes: Math.min(now() - lastAt, hours.length * hourMs) / minuteMs,
    breakers: listBreakers(),
  };
}

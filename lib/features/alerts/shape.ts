import { z } from "zod";

/** What is watched; when each fires the settings say. */
export const alertRules = ["tool", "slow", "breaker", "costHour", "costDay", "silence", "worse"] as const;
export type AlertRule = (typeof alertRules)[number];
export const severities = ["low", "medium", "high", "critical"] as const;
export type Severity = (typeof severities)[number];

/** What a nightly run says, whose alert stands until a later one says otherwise; the rest is looked at. */
export const nightlyRule: AlertRule = "worse";

/**
 * A rule that fires. `subject`: the name of a tool or a breaker, or what a night is worse in. Percent,
 * seconds, cents, minutes, failures; of a night the questions that it lost, and as `limit` those that it won.
 */
export type Firing = {
  rule: AlertRule;
  subject: string | null;
  severity: Severity;
  value: number;
  limit: number;
};

/** Open until somebody acknowledges it, or it is over by itself. Times in milliseconds since 1970. */
export type Alert = Firing & {
  id: string;
  state: "open" | "acknowledged" | "resolved";
  openedAt: number;
  /** When the rule fired last. */
  seenAt: number;
  acknowledgedAt: number | null;
  resolvedAt: number | null;
};

/** Replies that may fail, in percent, and those of the last 30 days; stopped ones count as good. */
export type ErrorBudget = { allowedPercent: number; replies: number; failed: number };

/** `GET /api/admin/alerts`, newest first. `channels`: where alerts are told. */
export type AlertsReply = {
  alerts: Alert[];
  budget: ErrorBudget;
  channels: { mail: boolean; webhook: boolean };
};

/** `PATCH /api/admin/alerts/{id}`. */
export const alertChangeSchema = z.strictObject({ state: z.literal("acknowledged") });

import { z } from "zod";
import { idSchema } from "@/lib/protocol/ids";
import type { SettingName } from "@/lib/protocol/settings-fields";

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
  /** Calls or answers that the value was taken from, where it was. */
  count?: number | undefined;
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

/** The setting of each rule that has one, with a number or as a switch. */
export const ruleSettings = {
  tool: "alertToolFailurePercent",
  slow: "alertSlowSeconds",
  silence: "alertSilenceMinutes",
  costHour: "alertCentsPerHour",
  costDay: "alertCentsPerDay",
  breaker: "alertBreakers",
} as const satisfies Partial<Record<AlertRule, SettingName>>;
export type SetRule = keyof typeof ruleSettings;
export const setRules = Object.keys(ruleSettings) as SetRule[];

/** What a rule would look at now, at its worst; `null` where there is nothing to look at. */
export type RuleNow = Pick<Firing, "subject" | "value"> | null;

/** `PUT /api/admin/alerts/receivers`: who is mailed, `null` for everybody who may. */
export const receiversSchema = z.strictObject({
  version: z.int().min(0),
  ids: z.array(idSchema).min(1).max(100).nullable(),
});
export type ReceiversChange = z.output<typeof receiversSchema>;
/** `may`: operators and administrators. */
export type Receivers = ReceiversChange & { may: { id: string; name: string }[] };

/** `GET /api/admin/alerts`, newest first. `channels`: where alerts are told. */
export type AlertsReply = {
  alerts: Alert[];
  budget: ErrorBudget;
  channels: { mail: boolean; webhook: boolean };
  now: Record<SetRule, RuleNow>;
  receivers: Receivers;
};

const limit = z.coerce.number().min(0).max(1e9).optional();
/** `GET /api/admin/alerts/backtest`: numbers that rules might have. */
export const backtestQuerySchema = z.object({
  ...{ tool: limit, slow: limit, silence: limit, costHour: limit, costDay: limit },
});
export type BacktestQuery = z.output<typeof backtestQuerySchema>;
/** How many alerts a rule would have opened in the last 30 days; of pauses, how many did open. */
export type Backtest = { times: number; lastAt: number | null };
export type BacktestReply = Partial<Record<SetRule, Backtest>>;

/** `PATCH /api/admin/alerts/{id}`. */
export const alertChangeSchema = z.strictObject({ state: z.literal("acknowledged") });

const hourMs = 3_600_000;

/** What a paused breaker guards: its kind, a blank, and its name. */
function toBreaker(subject: string | null): { kind: string; name: string } {
  const [kind = "", ...words] = subject?.split(" ") ?? [];
  return { kind, name: words.join(" ") };
}

/** Where the runs behind an alert are listed; a nightly one leads to the laboratory. */
export function toRunsPath({ rule, subject, value, limit, openedAt, resolvedAt }: Alert): string {
  if (rule === "worse") return "/admin/laboratory";
  const { kind, name } = toBreaker(subject);
  const since: Record<typeof rule, number> = {
    // The hour before the one in which it opened was looked at, too.
    ...{ tool: openedAt - 2 * hourMs, slow: openedAt - 2 * hourMs, breaker: openedAt - hourMs },
    costHour: openedAt - (openedAt % hourMs),
    costDay: openedAt - (openedAt % (24 * hourMs)),
    silence: openedAt - value * 60_000 - hourMs,
  };
  const query = new URLSearchParams({
    ...(rule === "tool" && subject !== null && { tool: subject }),
    ...(rule === "breaker" && (kind === "tool" || kind === "model") && { [kind]: name }),
    ...(rule === "slow" && { minSeconds: String(limit) }),
    since: String(Math.round(since[rule])),
    ...(resolvedAt !== null && { until: String(resolvedAt) }),
  });
  return `/admin/runs?${query.toString()}`;
}

/** The words of `admin.alerts`, filled in. */
type SayAlert = (
  key: `titles.${AlertRule}` | `reasons.${AlertRule}`,
  values: Record<string, string | number>,
) => string;

/** What an alert says, on its page and in its mail: what happens, and why that is an alert. */
export function sayAlert(
  { rule, subject, value, limit, count = 0 }: Firing,
  say: SayAlert,
  nameTool: (tool: string) => string,
): { title: string; reason: string } {
  const isMoney = rule === "costHour" || rule === "costDay";
  const toUnit = (number: number) => (isMoney ? number / 100 : number);
  const what = rule === "breaker" ? nameTool(toBreaker(subject).name) : nameTool(subject ?? "");
  const values = { what, value: toUnit(value), limit: toUnit(limit), count };
  return { title: say(`titles.${rule}`, values), reason: say(`reasons.${rule}`, values) };
}

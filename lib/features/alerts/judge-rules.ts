import {
  ruleSettings,
  setRules,
  severities,
  type AlertRule,
  type Firing,
  type RuleNow,
  type SetRule,
  type Severity,
} from "./shape";
import type { BreakerState } from "@/lib/protocol/breakers";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { GroupRow } from "@/lib/features/statistics/shape";

/** What happened lately; costs are micro-dollars. */
export type Figures = {
  /** Of this hour and the one before. */
  groups: readonly GroupRow[];
  hourMicroUsd: number;
  dayMicroUsd: number;
  /** Since the last reply ended, or since it was looked for. */
  silentMinutes: number;
  breakers: readonly BreakerState[];
};

/** Fewer tell nothing. */
const leastCalls = 10;
const leastReplies = 5;
const microUsdPerCent = 10_000;

const severityOf: Record<Exclude<AlertRule, "worse">, Severity> = {
  slow: "low",
  tool: "medium",
  breaker: "medium",
  costHour: "high",
  costDay: "high",
  silence: "high",
};

/** Which rules fire. A value of twice its limit is one step more severe. */
export function judgeRules(settings: AgentSettings, figures: Figures): Firing[] {
  const site = figures.groups.find(({ kind }) => kind === "site");
  const isSlowKnown = site !== undefined && site.count >= leastReplies && site.p95 !== null;
  return [
    ...figures.groups.flatMap(({ kind, name, count, failed }) =>
      kind === "tool" && count >= leastCalls
        ? judge("tool", (failed / count) * 100, settings.alertToolFailurePercent, { subject: name, count })
        : [],
    ),
    ...(isSlowKnown
      ? judge("slow", (site.p95 ?? 0) / 1000, settings.alertSlowSeconds, { count: site.count })
      : []),
    ...judge("costHour", figures.hourMicroUsd / microUsdPerCent, settings.alertCentsPerHour),
    ...judge("costDay", figures.dayMicroUsd / microUsdPerCent, settings.alertCentsPerDay),
    ...judge("silence", figures.silentMinutes, settings.alertSilenceMinutes),
    ...(settings.alertBreakers ? figures.breakers.flatMap(toBreakerFiring) : []),
  ];
}

function judge(
  rule: keyof typeof severityOf,
  value: number,
  limit: number | null,
  { subject = null, count }: { subject?: string | null; count?: number } = {},
): Firing[] {
  if (limit === null || value <= limit) return [];
  const least = severities.indexOf(severityOf[rule]);
  const severity = severities[value >= 2 * limit ? least + 1 : least] ?? "critical";
  const rounded = Math.round(value * 10) / 10;
  return [{ rule, subject, severity, value: rounded, limit, ...(count !== undefined && { count }) }];
}

/** `trying`: a call finds out whether the pause is over. */
function toBreakerFiring({ kind, name, state, failures }: BreakerState): Firing[] {
  if (state === "closed") return [];
  const subject = `${kind} ${name}`.slice(0, 300);
  return [{ rule: "breaker", subject, severity: severityOf.breaker, value: failures, limit: 0 }];
}

/** What each rule looks at, at its worst, whether it is on or not. */
export function readNow(settings: AgentSettings, figures: Figures): Record<SetRule, RuleNow> {
  const all = { alertToolFailurePercent: -1, alertSlowSeconds: -1, alertSilenceMinutes: -1 };
  const costs = { alertCentsPerHour: -1, alertCentsPerDay: -1, alertBreakers: true };
  const looked = judgeRules({ ...settings, ...all, ...costs }, figures);
  const toWorst = (rule: SetRule): RuleNow => {
    const [worst] = looked.filter((each) => each.rule === rule).sort((a, b) => b.value - a.value);
    return worst === undefined ? null : { subject: worst.subject, value: worst.value };
  };
  return Object.fromEntries(setRules.map((rule) => [rule, toWorst(rule)])) as Record<SetRule, RuleNow>;
}

/** Whether anything is watched. */
export const watchesAnything = (settings: AgentSettings): boolean =>
  Object.values(ruleSettings).some((name) => settings[name] !== null && settings[name] !== false);

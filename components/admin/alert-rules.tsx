import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Switch } from "@/components/ui/switch";
import { Problem } from "@/components/ui/problem";
import { call } from "@/lib/client/request";
import { backtestAlerts } from "@/lib/features/alerts/api";
import {
  ruleSettings,
  setRules,
  type AlertsReply,
  type BacktestQuery,
  type BacktestReply,
  type SetRule,
} from "@/lib/features/alerts/shape";
import { settingFields, type AgentSettings } from "@/lib/protocol/settings-fields";
import { NumberField } from "./number-field";
import { NumberSentence } from "./number-sentence";
import { PageSection } from "./page-frame";
import { useRow } from "./setting-control";
import { usePermissionWords } from "./use-permission-words";
import { useSettings } from "./use-settings";

/** When an alert opens: a switch and a sentence each, what is so now, and what the number would have done. */
export function AlertRules({ now }: { now: AlertsReply["now"] }) {
  const t = useTranslations("admin.alerts.when");
  const backtest = useBacktest();
  return (
    <PageSection title={t("title")} help={t("help")}>
      <ul aria-label={t("title")}>
        {setRules.map((rule) => (
          <RuleRow key={rule} rule={rule} now={now[rule]} backtest={backtest} />
        ))}
      </ul>
    </PageSection>
  );
}

type RowProps = {
  rule: SetRule;
  now: AlertsReply["now"][SetRule];
  backtest: BacktestReply | null | "failed";
};

function RuleRow({ rule, now, backtest }: RowProps) {
  const t = useTranslations("admin");
  const name = ruleSettings[rule];
  const { draft, change } = useSettings().form;
  const { isUnsaved, error } = useRow(name);
  const value = draft[name];
  const isOn = value !== null && value !== false;
  const label = t(`fields.${name}.name`);
  const id = `${name}-sentence`;
  const turn = (on: boolean): void => {
    if (name === "alertBreakers") change(name, on);
    else change(name, on ? settingFields[name].suggested : null);
  };
  const isOver = isOn && typeof value === "number" && now !== null && now.value > value;
  return (
    <li
      id={name}
      className={`flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-hairline py-2.5 last:border-0 ${isUnsaved ? "border-s-2 border-s-accent ps-3" : ""}`}
    >
      <span className="inline-flex min-h-9 items-center pointer-coarse:min-h-11">
        <Switch label={label} describedBy={id} isOn={isOn} onChange={turn} />
      </span>
      <div className="min-w-0 flex-[1_1_16rem]">
        <p
          id={id}
          className={`text-[0.9375rem] leading-9 pointer-coarse:leading-11 ${isOn ? "" : "text-quiet"}`}
        >
          <NumberSentence words={(number) => t(`alerts.when.${rule}`, { number })}>
            <RuleNumber rule={rule} isOn={isOn} />
          </NumberSentence>
        </p>
        <p className="text-xs leading-5 text-quiet">
          <BacktestWords rule={rule} backtest={backtest} />
          {isUnsaved && <span className="text-accent"> · {t("alerts.when.unpublished")}</span>}
        </p>
        <Problem>{error}</Problem>
      </div>
      <span className={`text-sm leading-9 whitespace-nowrap ${isOver ? "text-bad" : "text-quiet"}`}>
        <NowWords rule={rule} now={now} />
      </span>
    </li>
  );
}

/** Costs are entered in dollars and kept in cents. */
const toScale = (rule: SetRule): number => (rule === "costHour" || rule === "costDay" ? 100 : 1);

function RuleNumber({ rule, isOn }: { rule: SetRule; isOn: boolean }) {
  const label = useTranslations("admin")(`fields.${ruleSettings[rule]}.name`);
  const format = useFormatter();
  const { draft, change } = useSettings().form;
  const name = ruleSettings[rule];
  if (name === "alertBreakers") return null;
  const { suggested, min, max } = settingFields[name];
  const scale = toScale(rule);
  const value = (draft[name] ?? suggested) / scale;
  const digits = scale === 1 ? 0 : 2;
  if (!isOn) return <>{format.number(value, { minimumFractionDigits: digits })}</>;
  return (
    <NumberField
      label={label}
      className="mx-0.5 w-20 leading-5"
      value={value}
      range={{ min: min / scale, max: max / scale }}
      isWhole={scale === 1}
      onChange={(number) =>
        number !== null && change(name, scale === 1 ? number : Math.round(number * scale))
      }
    />
  );
}

function NowWords({ rule, now }: { rule: SetRule; now: RowProps["now"] }) {
  const t = useTranslations("admin.alerts.now");
  const { nameTool } = usePermissionWords();
  if (now === null) return t("nothing");
  const subject = now.subject ?? "";
  const what = nameTool(rule === "breaker" ? subject.slice(subject.indexOf(" ") + 1) : subject);
  return t(rule, { what, value: now.value / toScale(rule) });
}

function BacktestWords({ rule, backtest }: Pick<RowProps, "rule" | "backtest">) {
  const t = useTranslations("admin.alerts.backtest");
  const format = useFormatter();
  if (backtest === "failed") return t("failed");
  const found = backtest?.[rule];
  if (found === undefined) return t("loading");
  const date = found.lastAt === null ? "" : format.dateTime(found.lastAt, { day: "numeric", month: "short" });
  return t(rule === "breaker" ? "did" : "would", { times: found.times, date });
}

const pauseMs = 400;

/** Asked anew once typing rests. A rule that is off is tried with the number that is suggested. */
function useBacktest(): RowProps["backtest"] {
  const { draft } = useSettings().form;
  const query = toQuery(draft);
  const key = JSON.stringify(query);
  const [found, setFound] = useState<RowProps["backtest"]>(null);
  useEffect(() => {
    const left = new AbortController();
    const asked = JSON.parse(key) as BacktestQuery;
    const timer = setTimeout(
      () =>
        void call(backtestAlerts, { query: asked, signal: left.signal }).then((answer) => {
          if (!left.signal.aborted) setFound(answer.ok ? answer.value : "failed");
        }),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key]);
  return found;
}

function toQuery(draft: AgentSettings): Record<string, number> {
  return Object.fromEntries(
    setRules.flatMap((rule) => {
      const name = ruleSettings[rule];
      return name === "alertBreakers" ? [] : [[rule, draft[name] ?? settingFields[name].suggested]];
    }),
  );
}

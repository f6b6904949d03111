import { CircleAlert, CirclePause } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { breakerList } from "@/components/admin/breaker-section";
import { useAlertWords } from "@/components/admin/use-alert-words";
import { Refresh } from "@/components/admin/page-frame";
import { useRunWords } from "@/components/runs/use-run-words";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { Failure } from "@/components/ui/resource-list";
import { useAction } from "@/components/ui/use-action";
import { useReason } from "@/components/ui/use-reason";
import { call, loadFrom, type Answer } from "@/lib/client/request";
import { useResource, type Resource } from "@/lib/client/resource";
import { listAlerts } from "@/lib/features/alerts/api";
import { toRunsPath, type Alert, type AlertsReply } from "@/lib/features/alerts/shape";
import { listRunning, resetBreaker, stopRun } from "@/lib/features/operations/api";
import type { RunningReply, RunningRow } from "@/lib/features/operations/shape";
import type { BreakersReply } from "@/lib/protocol/breakers";

const runningList = {
  load: loadFrom(listRunning),
  key: ({ id }: RunningRow) => id,
  page: ({ runs: items }: RunningReply) => ({ items }),
};
const alertList = {
  load: loadFrom(listAlerts),
  key: ({ id }: Alert) => id,
  page: ({ alerts }: AlertsReply) => ({ items: alerts.filter(({ state }) => state === "open") }),
};
const everyMs = 10_000;

/** What is open, paused and being answered, read again as long as somebody may look. */
export function Now({ canOperate }: { canOperate: boolean }) {
  const t = useTranslations("admin.now");
  const alerts = useResource(alertList);
  const paused = useResource(breakerList);
  const running = useResource(runningList);
  const lists = [alerts, paused, running];
  const { run, isBusy, reason } = useAction();
  const reload = () => Promise.all(lists.map((list) => list.reload()));
  const now = useRepeated(reload);
  const act = (work: () => Promise<Answer<unknown>>) => () => void run(work).then(reload);
  const isQuiet = lists.every(
    ({ items, phase, reply }) => items.length === 0 && phase !== "failed" && reply !== null,
  );
  return (
    <section
      id="now"
      aria-labelledby="now-title"
      className="mt-6 rounded-xl border border-hairline bg-raised"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
        <h2 id="now-title" className="text-card">
          {t("title")}
        </h2>
        <Refresh isBusy={isBusy} onClick={() => void reload()} />
      </div>
      <Problem className="px-4 pb-2">{reason}</Problem>
      {isQuiet && <p className="border-t border-hairline px-4 py-3 text-sm text-quiet">{t("quiet")}</p>}
      <Failed lists={lists} />
      <ul>
        {alerts.items.map((alert) => (
          <OpenAlert key={alert.id} alert={alert} />
        ))}
        {paused.items.map((one) => (
          <Paused
            key={`${one.kind} ${one.name}`}
            breaker={one}
            onReset={
              canOperate ? act(() => call(resetBreaker, { body: { kind: one.kind, name: one.name } })) : null
            }
          />
        ))}
      </ul>
      {running.items.length > 0 && (
        <RunningTable
          runs={running.items}
          now={now}
          onStop={canOperate ? (one) => act(() => call(stopRun, { params: one }))() : null}
        />
      )}
    </section>
  );
}

type RunningTableProps = {
  runs: readonly RunningRow[];
  now: number;
  onStop: ((run: RunningRow) => void) | null;
};

function RunningTable({ runs, now, onStop }: RunningTableProps) {
  const t = useTranslations("admin.now");
  return (
    <div className="overflow-x-auto">
      <table aria-label={t("running")} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-t border-hairline text-quiet">
            {(["person", "agent", "model", "doing", "for"] as const).map((key) => (
              <th key={key} scope="col" className={`h-9 px-4 text-start font-medium ${narrow[key] ?? ""}`}>
                {t(`columns.${key}`)}
              </th>
            ))}
            {onStop !== null && <td />}
          </tr>
        </thead>
        <tbody>
          {runs.map((one) => (
            <Running key={one.id} run={one} now={now} onStop={onStop && (() => onStop(one))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A phone has room for who, what and Stop. */
const narrow: Partial<Record<string, string>> = {
  agent: "max-sm:hidden",
  model: "max-sm:hidden",
  for: "max-sm:hidden",
};

/** Calls it while the page is seen, and gives the time of the last call. */
function useRepeated(work: () => Promise<unknown>): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      setNow(Date.now());
      void work();
    }, everyMs);
    return () => clearInterval(timer);
  });
  return now;
}

function Failed({ lists }: { lists: readonly Pick<Resource<unknown>, "reason" | "retry" | "phase">[] }) {
  const t = useTranslations("common");
  const explain = useReason();
  const failed = lists.filter(({ reason }) => reason !== null);
  const [first] = failed;
  if (first === undefined || first.reason === null) return null;
  return (
    <div className="px-4 pb-3">
      <Failure
        text={t("failed", { reason: explain(first.reason) })}
        isBusy={first.phase === "loading"}
        onRetry={() => failed.forEach(({ retry }) => void retry())}
      />
    </div>
  );
}

type LineProps = { isBad: boolean; children: ReactNode; action: ReactNode };

function Line({ isBad, children, action }: LineProps) {
  const Sign = isBad ? CircleAlert : CirclePause;
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline px-4 py-2 text-sm leading-5 ${isBad ? "bg-bad-tint text-bad" : "bg-tint"}`}
    >
      <Sign size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-[1_1_14rem] text-ink wrap-anywhere">{children}</p>
      {action}
    </li>
  );
}

function OpenAlert({ alert }: { alert: Alert }) {
  const t = useTranslations("admin.alerts");
  const { title, reason } = useAlertWords()(alert);
  return (
    <Line
      isBad
      action={
        <Link href={toRunsPath(alert)} prefetch={false} className="quiet-button text-bad">
          {t(alert.rule === "worse" ? "toLaboratory" : "toRuns")}
          <span className="sr-only">: {title}</span>
        </Link>
      }
    >
      <strong>{title}.</strong> {reason}
    </Line>
  );
}

type PausedProps = { breaker: BreakersReply["breakers"][number]; onReset: (() => void) | null };

function Paused({ breaker, onReset }: PausedProps) {
  const t = useTranslations("admin.now");
  const { toTool } = useRunWords();
  const { kind, name, state, failures, retryAfter, instead } = breaker;
  const what = kind === "tool" ? toTool(name) : name;
  const when = retryAfter === null || retryAfter === 0 ? null : t("again", { seconds: retryAfter });
  return (
    <Line
      isBad={false}
      action={
        onReset !== null && (
          <Button onClick={onReset} aria-label={t("tryOf", { what })}>
            {t("try")}
          </Button>
        )
      }
    >
      <strong>{t(state === "closed" ? "failing" : "paused", { what })}</strong> {t("after", { failures })}
      {instead !== null && ` ${t("instead", { model: instead })}`}
      {when !== null && ` ${when}`}
    </Line>
  );
}

type RunningProps = { run: RunningRow; now: number; onStop: (() => void) | null };

function Running({ run, now, onStop }: RunningProps) {
  const t = useTranslations("admin.now");
  const builtIn = useTranslations("runs.filters")("builtIn");
  const { toTime } = useRunWords();
  const name = run.person.name ?? run.person.id;
  const time = run.startedAt === null ? "–" : toTime(Math.max(1_000, now - run.startedAt));
  const doing =
    run.step !== null && run.state === "working" ? t("step", { step: run.step }) : t(`state.${run.state}`);
  return (
    <tr className="border-t border-hairline">
      <th scope="row" className="h-11 px-4 text-start font-medium">
        {run.origin === null ? name : t("for", { name, who: t(run.origin) })}
      </th>
      <td className={`px-4 ${narrow["agent"]}`}>{run.agent ?? builtIn}</td>
      <td className={`px-4 wrap-anywhere ${narrow["model"]}`}>{run.model}</td>
      <td className="px-4 text-quiet">{doing}</td>
      <td className={`px-4 tabular-nums ${narrow["for"]}`}>{time}</td>
      {onStop !== null && (
        <td className="px-4 text-end">
          <Button tone="quiet" aria-label={t("stopOf", { person: name })} onClick={onStop}>
            {t("stop")}
          </Button>
        </td>
      )}
    </tr>
  );
}

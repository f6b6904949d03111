import { useTranslations } from "next-intl";
import { joinClasses } from "@/components/ui/class-names";
import type { RanTask, RunTree } from "@/lib/protocol/runs";
import { RunTreeList } from "./run-tree";
import { useRunWords } from "./use-run-words";

type Props = { plan: readonly RanTask[]; runs: readonly RunTree[]; label: string };

/** The plan as it ran: each step with its time as a bar, what it waited for, and the runs that did it. */
export function PlanTimeline({ plan, runs, label }: Props) {
  const whole = Math.max(1, ...plan.map(({ at, ms }) => (at ?? 0) + (ms ?? 0)));
  const from = Math.min(whole - 1, ...plan.flatMap(({ at }) => (at === null ? [] : [at])));
  return (
    <ol aria-label={label} className="divide-y divide-hairline">
      {plan.map((task) => (
        <li key={task.id} className="py-2">
          <TaskLine task={task} plan={plan} />
          <TaskBar task={task} from={from} whole={whole} />
          <RunTreeList
            steps={runs.filter((run) => run.step === task.id)}
            label={task.id}
            hasSeats={task.isCommittee}
          />
        </li>
      ))}
    </ol>
  );
}

function TaskLine({ task: { id, title, status, needs, at, ms, ...step }, plan }: Pick<Props, "plan"> & Ran) {
  const t = useTranslations("runs.plan");
  const tPlans = useTranslations("plans");
  const { toTime } = useRunWords();
  const path = plan.filter(({ isCritical }) => isCritical);
  const facts = [
    tPlans(`status.${status}`),
    ...(at === null ? [] : [t("at", { time: toTime(at) })]),
    ...(ms === null ? [] : [toTime(ms)]),
    ...(needs.length === 0 ? [] : [t("after", { steps: needs.join(", ") })]),
    ...(step.isCommittee ? [tPlans("step.committee")] : []),
  ];
  return (
    <>
      <p dir="auto" className="px-2 text-sm leading-5 wrap-anywhere">
        {[id, title].filter((text) => text !== "").join(" · ")}
      </p>
      <p className="px-2 text-xs leading-5 text-quiet">
        {facts.join(" · ")}
        {step.isCritical && path.length > 1 && (
          <strong className="font-medium text-mark"> · {t("critical")}</strong>
        )}
      </p>
    </>
  );
}

type Ran = { task: RanTask };

function TaskBar({ task: { at, ms, isCritical }, from, whole }: Ran & { from: number; whole: number }) {
  if (at === null) return null;
  const toShare = (time: number) => (time / Math.max(1, whole - from)) * 100;
  const start = Math.min(99, toShare(at - from));
  const width = Math.max(1, Math.min(100 - start, toShare(ms ?? 0)));
  return (
    <span aria-hidden className="mx-2 my-1 block h-1.5 rounded-full bg-sunken">
      <span
        className={joinClasses("block h-1.5 rounded-full", isCritical ? "bg-mark" : "bg-strong")}
        style={{ marginInlineStart: `${start}%`, width: `${width}%` }}
      />
    </span>
  );
}

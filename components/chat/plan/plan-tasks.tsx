"use client";

import { Ban, Check, Circle, CircleDashed, CircleSlash2, Hand, LoaderCircle, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { useDurationText } from "@/components/chat/trail/use-duration-text";
import { joinClasses } from "@/components/ui/class-names";
import { formatCost } from "@/lib/client/money";
import { toPlainText } from "@/lib/client/message/spoken-text";
import type { Plan, PlanTask } from "@/lib/features/plans/shape";
import { hasResult } from "@/lib/protocol/task-result";

const TaskApproval = lazy(async () => ({ default: (await import("./task-approval")).TaskApproval }));

/** The steps of a plan in its order, each with its state in a word and a sign. */
export function PlanTasks({ plan: { steps } }: { plan: Plan }) {
  const t = useTranslations("plans.card");
  return (
    <ol aria-label={t("list")} className="flex flex-col gap-2">
      {steps.map((task, index) => (
        <li key={task.id} className="flex items-start gap-2 leading-5">
          <TaskSign task={task} />
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">
              <span className="text-quiet">{index + 1}. </span>
              <span dir="auto">{task.title}</span>
            </p>
            <TaskFacts task={task} steps={steps} />
            {task.isAsking && task.conversationId !== undefined && (
              <Suspense fallback={null}>
                <TaskApproval key={task.conversationId} conversationId={task.conversationId} />
              </Suspense>
            )}
          </div>
          <TaskLink task={task} />
        </li>
      ))}
    </ol>
  );
}

const signs = {
  pending: { icon: Circle, tone: "text-quiet" },
  blocked: { icon: CircleDashed, tone: "text-quiet" },
  running: { icon: LoaderCircle, tone: "text-mark motion-safe:animate-spin" },
  completed: { icon: Check, tone: "text-good" },
  partial: { icon: CircleSlash2, tone: "text-partly" },
  failed: { icon: X, tone: "text-bad" },
  skipped: { icon: Ban, tone: "text-quiet" },
} as const;

function TaskSign({ task: { status, isAsking } }: { task: PlanTask }) {
  const t = useTranslations("plans.status");
  const { icon: Icon, tone } = isAsking ? { icon: Hand, tone: "text-mark" } : signs[status];
  return (
    <span className="mt-0.5 shrink-0">
      <Icon size={16} aria-hidden className={joinClasses(tone)} />
      <span className="sr-only">{t(status)}</span>
    </span>
  );
}

/** Who does it, what it waits for, how long it took and what it cost; then what came of it. */
function TaskFacts({ task, steps }: { task: PlanTask; steps: readonly PlanTask[] }) {
  const t = useTranslations("plans.step");
  const facts = [...usePlanned(task, steps), ...useDone(task)];
  const { status, summary } = task;
  const problem = useProblem(task);
  return (
    <>
      {facts.length > 0 && <p className="text-xs text-quiet">{facts.join(" · ")}</p>}
      {task.isAsking && <p className="text-xs font-medium text-mark">{t("asking")}</p>}
      {problem !== null && status !== "completed" && (
        <p
          dir="auto"
          className={joinClasses("text-xs wrap-anywhere", status === "partial" ? "text-partly" : "text-bad")}
        >
          {t(status === "partial" ? "missing" : "problem", { problem })}
        </p>
      )}
      {hasResult(task) && summary !== undefined && (
        <p dir="auto" className="line-clamp-2 text-xs wrap-anywhere text-quiet">
          {toPlainText(summary)}
        </p>
      )}
    </>
  );
}

/** Why it has no result or only a part of one; steps of earlier versions have an English sentence alone. */
function useProblem({ problem, causes }: PlanTask): string | null {
  const t = useTranslations("plans.cause");
  if (causes !== undefined) return causes.map(({ cause, detail = "" }) => t(cause, { detail })).join(" ");
  return problem === undefined ? null : t("earlier", { problem });
}

function usePlanned(task: PlanTask, tasks: readonly PlanTask[]): string[] {
  const t = useTranslations("plans.step");
  const isOpen = task.status === "pending" || task.status === "blocked";
  const places = task.dependsOn.map((id) => tasks.findIndex((one) => one.id === id) + 1);
  const needs = places.sort((a, b) => a - b);
  return [
    ...(task.agent === null ? [] : [task.agent.name]),
    ...(task.pattern === "one" ? [] : [t(task.pattern)]),
    ...(isOpen && needs.length > 0 ? [t("after", { steps: needs.join(", ") })] : []),
    ...(isOpen && task.isCritical ? [t("critical")] : []),
  ];
}

function useDone({ startedAt, endedAt, costMicroUsd, attempts, isReplaced }: PlanTask): string[] {
  const t = useTranslations("plans.step");
  const toDurationText = useDurationText();
  const cost = formatCost(costMicroUsd, useLocale());
  return [
    ...(startedAt === undefined || endedAt === undefined ? [] : [toDurationText(endedAt - startedAt)]),
    ...(cost === null ? [] : [cost]),
    ...(attempts > 1 ? [t("attempts", { count: attempts })] : []),
    ...(isReplaced === true ? [t("replaced")] : []),
  ];
}

/** A step that was begun stands in a conversation of its own. */
function TaskLink({ task: { conversationId, title } }: { task: PlanTask }) {
  const t = useTranslations("plans.step");
  if (conversationId === undefined) return null;
  return (
    <Link
      href={`/c/${conversationId}`}
      prefetch={false}
      aria-label={t("open", { title })}
      className="shrink-0 rounded-sm text-xs text-accent underline underline-offset-2 pointer-coarse:py-2"
    >
      {t("openShort")}
    </Link>
  );
}

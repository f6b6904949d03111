"use client";

import { approvalLimitMs } from "@/lib/protocol/limits";
import { ListTree } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useId, useState } from "react";
import { toClockText, useTimeLeft } from "@/components/chat/trail/use-time-left";
import { Button } from "@/components/ui/button";
import { useKeepAnswer } from "@/components/ui/use-keep-answer";
import { Problem } from "@/components/ui/problem";
import type { ConversationVerbs } from "@/lib/client/conversation/state";
import { formatCost } from "@/lib/client/money";
import { toKeptSteps } from "@/components/plans/plan-edits";
import type { Turn } from "@/lib/client/message/read-turn";
import type { Answer } from "@/lib/client/request";
import type { Plan, PlanEdit } from "@/lib/features/plans/shape";
import { hasResult } from "@/lib/protocol/task-result";
import { ConflictLog } from "./conflict-log";
import { HelperMessages } from "./helper-messages";
import { PlanNotes } from "./plan-notes";
import { PlanTasks } from "./plan-tasks";

const PlanEditor = lazy(async () => ({
  default: (await import("@/components/plans/plan-editor")).PlanEditor,
}));
const PlanGraph = lazy(async () => ({ default: (await import("./plan-graph")).PlanGraph }));

type PlanCardProps = {
  plan: Plan;
  turn: Pick<Turn, "conflicts" | "helperMessages">;
  runId: string | undefined;
  /** Where its reply stands. */
  place: { conversationId: string; messageId: string };
  isOver: boolean;
  actions: Pick<ConversationVerbs, "changePlan">;
};

/** The plan of a reply: what it takes, how far it is, and the person's hand on it. Folded once it is over. */
export function PlanCard({ plan, turn, runId, place, isOver, actions }: PlanCardProps) {
  const id = useId();
  const isLive = !isOver && plan.state !== "ended";
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? isLive;
  return (
    <section aria-labelledby={id} className="border-t border-hairline text-sm text-ink">
      <details open={isShown}>
        <summary
          // A toggle is also told when it opens by itself: only the person's own keeps it open or closed.
          onClick={(event) => {
            event.preventDefault();
            setOpen(!isShown);
          }}
          className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 rounded-xl px-4 py-2.5 leading-5 pointer-coarse:py-3"
        >
          <h3 id={id} className="flex min-w-0 items-center gap-2 font-semibold">
            <ListTree size={16} aria-hidden className="shrink-0 text-mark" />
            <PlanHeadline plan={plan} isOver={isOver} />
          </h3>
          <PlanCost plan={plan} />
        </summary>
        <div className="flex flex-col gap-3 px-4 pb-4">
          <p dir="auto" className="leading-5 wrap-anywhere text-quiet">
            {plan.goal}
          </p>
          {isLive && runId !== undefined ? (
            <LivePlan plan={plan} onChange={(edit) => actions.changePlan(runId, edit)} />
          ) : (
            <PlanTasks plan={plan} />
          )}
          <PlanNotes plan={plan} />
          <ConflictLog conflicts={turn.conflicts} plan={plan} />
          <HelperMessages messages={turn.helperMessages} plan={plan} />
          <Graph plan={plan} />
          {isOver && plan.state === "ended" && <KeepPlan {...{ plan, place }} />}
        </div>
      </details>
    </section>
  );
}

/** Keeps its question and its steps, to be done again without being planned. */
function KeepPlan({ plan, place: from }: Pick<PlanCardProps, "plan" | "place">) {
  const t = useTranslations("plans.card");
  const keep = useKeepAnswer();
  const { isReport } = plan;
  return (
    <Button className="w-fit" onClick={() => void keep({ from, isReport, steps: toKeptSteps(plan) })}>
      {t("keep")}
    </Button>
  );
}

function PlanHeadline({ plan: { state, steps }, isOver }: Pick<PlanCardProps, "plan" | "isOver">) {
  const t = useTranslations("plans.card");
  const counts = { done: steps.filter(hasResult).length, total: steps.length };
  if (isOver || state === "ended") return t("ended", counts);
  return <span role="status">{state === "proposed" ? t("proposed") : t("running", counts)}</span>;
}

/** Before it runs what it may cost, then what it has. */
function PlanCost({ plan: { state, steps, estimateMicroUsd } }: { plan: Plan }) {
  const t = useTranslations("plans.card");
  const locale = useLocale();
  const spent = formatCost(
    steps.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0),
    locale,
  );
  const estimate = formatCost(estimateMicroUsd, locale);
  const isAhead = state === "proposed" && estimate !== null;
  return <span className="text-xs text-quiet">{isAhead ? t("estimate", { cost: estimate }) : spent}</span>;
}

type LivePlanProps = { plan: Plan; onChange: (edit: PlanEdit) => Promise<Answer<Plan>> };

/** Its steps, or the editor of those that have not begun. */
function LivePlan({ plan, onChange }: LivePlanProps) {
  const t = useTranslations("plans");
  const [edited, setEdited] = useState<Plan | null>(null);
  const [problem, setProblem] = useState<"conflict" | "decided" | "failed" | null>(null);
  const send = async (edit: PlanEdit) => {
    const answer = await onChange(edit);
    const code = answer.ok ? null : answer.problem?.code;
    setProblem(
      answer.ok ? null : code === "conflict" ? code : code === "already_decided" ? "decided" : "failed",
    );
    return answer;
  };
  if (edited !== null)
    return (
      <Suspense fallback={<PlanTasks plan={plan} />}>
        <PlanEditor plan={edited} onSave={onChange} onClose={() => setEdited(null)} />
      </Suspense>
    );
  const { version, state } = plan;
  const isProposed = state === "proposed";
  const canChange =
    isProposed || plan.steps.some(({ status }) => status === "pending" || status === "blocked");
  return (
    <>
      <PlanTasks plan={plan} />
      <Problem>{problem !== null && t(`edit.${problem}`)}</Problem>
      {isProposed && <PlanClock dueAt={plan.dueAt ?? 0} />}
      {canChange && (
        <div className="flex flex-wrap gap-2">
          {isProposed && (
            <Button tone="primary" onClick={() => void send({ version, decision: "approve" })}>
              {t("card.start")}
            </Button>
          )}
          <Button onClick={() => setEdited(plan)}>{t(isProposed ? "card.change" : "card.changeRest")}</Button>
          <Button tone="quiet" onClick={() => void send({ version, decision: "cancel" })}>
            {t(isProposed ? "card.without" : "card.cancelRest")}
          </Button>
        </div>
      )}
    </>
  );
}

function PlanClock({ dueAt }: { dueAt: number }) {
  const t = useTranslations("plans.card");
  const left = useTimeLeft({ askedAt: dueAt - approvalLimitMs, dueAt });
  return left === null ? null : <p className="text-xs text-quiet">{t("due", { left: toClockText(left) })}</p>;
}

/** The same as the list, drawn; its code comes when it is opened. */
function Graph({ plan }: { plan: Plan }) {
  const t = useTranslations("plans.card");
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-quiet hover:text-ink pointer-coarse:py-3">
        {t("graph")}
      </summary>
      <Suspense fallback={null}>{isOpen && <PlanGraph plan={plan} />}</Suspense>
    </details>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AddTask, TaskList } from "./task-list";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import { useAction } from "@/components/ui/use-action";
import type { Explain } from "@/components/ui/use-reason";
import type { Answer } from "@/lib/client/request";
import { toEditedTasks } from "./plan-edits";
import type { Plan, PlanEdit } from "@/lib/features/plans/shape";

type PlanEditorProps = {
  /** As it was when the person began to change it. */
  plan: Plan;
  onSave: (edit: PlanEdit) => Promise<Answer<Plan>>;
  onClose: () => void;
};

/** The steps that have not begun, in the person's hands. What they wrote stays until it is taken. */
export function PlanEditor({ plan, onSave, onClose }: PlanEditorProps) {
  const t = useTranslations("plans.edit");
  const [steps, setSteps] = useState(() => toEditedTasks(plan));
  const { run, isBusy, reason } = useAction(useSaveProblem());
  const isProposed = plan.state === "proposed";
  const save = async () => {
    const edit = { version: plan.version, steps, ...(isProposed && { decision: "approve" as const }) };
    if (await run(() => onSave(edit))) onClose();
  };
  const others = plan.steps.filter(({ id }) => !steps.some((task) => task.id === id));
  return (
    <form
      aria-label={t("title")}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TaskList {...{ steps, others }} onChange={setSteps} />
      <AddTask {...{ steps, others }} onChange={setSteps} />
      <Problem>{reason}</Problem>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          {t(isProposed ? "saveAndStart" : "save")}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}

function useSaveProblem(): Explain {
  const t = useTranslations("plans.edit");
  return ({ problem }) => {
    if (problem?.code === "conflict") return t("conflict");
    if (problem?.code === "already_decided" || problem?.code === "not_running") return t("decided");
    if (problem?.code === "invalid_request")
      return t("invalid", { problems: Object.values(problem.fields ?? {}).join("; ") || problem.detail });
    return t("failed");
  };
}

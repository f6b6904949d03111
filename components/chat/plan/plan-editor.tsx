"use client";

import { mostSteps } from "@/lib/protocol/limits";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { Answer } from "@/lib/client/request";
import { moveStep, removeStep, toEditedSteps, toNewStep } from "@/lib/client/plan-edits";
import type { EditedStep, Plan, PlanEdit } from "@/lib/protocol/plans";

type PlanEditorProps = {
  /** As it was when the person began to change it. */
  plan: Plan;
  onSave: (edit: PlanEdit) => Promise<Answer<Plan>>;
  onClose: () => void;
};

/** The steps that have not begun, in the person's hands. What they wrote stays until it is taken. */
export function PlanEditor({ plan, onSave, onClose }: PlanEditorProps) {
  const t = useTranslations("plans.edit");
  const [steps, setSteps] = useState(() => toEditedSteps(plan));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isProposed = plan.state === "proposed";
  const toProblem = useSaveProblem();
  const save = async () => {
    setBusy(true);
    const edit = { version: plan.version, steps, ...(isProposed && { decision: "approve" as const }) };
    const answer = await onSave(edit);
    setBusy(false);
    if (answer.ok) onClose();
    else setProblem(toProblem(answer));
  };
  const others = plan.steps.filter(({ id }) => !steps.some((step) => step.id === id));
  const isFull = others.length + steps.length >= mostSteps;
  return (
    <form
      aria-label={t("title")}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <StepList {...{ steps, others }} onChange={setSteps} />
      <Button
        className="self-start"
        disabled={isFull}
        onClick={() => setSteps([...steps, toNewStep(plan, steps, t("newTitle"))])}
      >
        <Plus size={15} aria-hidden /> {t("add")}
      </Button>
      {problem !== null && (
        <p role="alert" className="wrap-anywhere text-bad">
          {problem}
        </p>
      )}
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

type StepListProps = {
  steps: readonly EditedStep[];
  /** Those that have begun. */
  others: readonly Pick<EditedStep, "id" | "title">[];
  onChange: (steps: EditedStep[]) => void;
};

function StepList({ steps, others, onChange }: StepListProps) {
  const change = (id: string, part: Partial<EditedStep>) =>
    onChange(steps.map((step) => (step.id === id ? { ...step, ...part } : step)));
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step.id}>
          <StepFields
            step={step}
            number={others.length + index + 1}
            choices={[...others, ...steps].filter(({ id }) => id !== step.id)}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
            onChange={(part) => change(step.id, part)}
            onMove={(by) => onChange(moveStep(steps, index, by))}
            onRemove={() => onChange(removeStep(steps, step.id))}
          />
        </li>
      ))}
    </ol>
  );
}

function useSaveProblem(): (answer: Extract<Answer<Plan>, { ok: false }>) => string {
  const t = useTranslations("plans.edit");
  return ({ problem }) => {
    if (problem?.code === "conflict") return t("conflict");
    if (problem?.code === "already_decided" || problem?.code === "not_running") return t("decided");
    if (problem?.code === "invalid_request")
      return t("invalid", { problems: Object.values(problem.fields ?? {}).join("; ") || problem.detail });
    return t("failed");
  };
}

type StepFieldsProps = {
  step: EditedStep;
  number: number;
  /** The other steps of the plan, which it may need. */
  choices: readonly Pick<EditedStep, "id" | "title">[];
  isFirst: boolean;
  isLast: boolean;
  onChange: (part: Partial<EditedStep>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function StepFields({ step, number, choices, isFirst, isLast, onChange, onMove, onRemove }: StepFieldsProps) {
  const t = useTranslations("plans.edit");
  const { title } = step;
  return (
    <div className="flex flex-col gap-1.5 rounded-lg border border-hairline p-2.5">
      <div className="flex items-center gap-1">
        <input
          type="text"
          dir="auto"
          required
          maxLength={120}
          aria-label={t("stepTitle", { number })}
          value={title}
          onChange={(event) => onChange({ title: event.target.value })}
          className="text-field min-w-0 flex-1 font-medium"
        />
        <IconButton
          label={t("up", { title })}
          icon={<ArrowUp size={16} aria-hidden />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t("down", { title })}
          icon={<ArrowDown size={16} aria-hidden />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t("remove", { title })}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <textarea
        dir="auto"
        required
        rows={2}
        maxLength={4_000}
        aria-label={`${t("instruction")} · ${number}`}
        value={step.instruction}
        onChange={(event) => onChange({ instruction: event.target.value })}
        className="text-field h-auto max-h-[30dvh] resize-none [field-sizing:content] py-1.5 leading-5 pointer-coarse:h-auto"
      />
      <Needs {...{ step, choices, onChange }} />
    </div>
  );
}

function Needs({ step, choices, onChange }: Pick<StepFieldsProps, "step" | "choices" | "onChange">) {
  const t = useTranslations("plans.edit");
  if (choices.length === 0) return null;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ dependsOn: isOn ? [...step.dependsOn, id] : step.dependsOn.filter((need) => need !== id) });
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-xs text-quiet hover:text-ink pointer-coarse:py-2">
        {t("needs")}:{" "}
        {choices
          .filter(({ id }) => step.dependsOn.includes(id))
          .map(({ title }) => title)
          .join(", ") || t("none")}
      </summary>
      <fieldset className="flex flex-col gap-1 pt-1">
        <legend className="sr-only">{t("needs")}</legend>
        {choices.map(({ id, title }) => (
          <label key={id} className="flex items-center gap-2 pointer-coarse:py-1.5">
            <input
              type="checkbox"
              checked={step.dependsOn.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
              className="size-4 shrink-0"
            />
            <span dir="auto" className="min-w-0 truncate">
              {title}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { moveTask, removeTask, toNewTask } from "./plan-edits";
import { mostTasks } from "@/lib/protocol/limits";
import type { EditedTask } from "@/lib/features/plans/shape";

type TaskListProps = {
  steps: readonly EditedTask[];
  /** Those that have begun. */
  others: readonly Pick<EditedTask, "id" | "title">[];
  onChange: (steps: EditedTask[]) => void;
};

/** Steps of a plan as a person writes, orders, adds and removes them. */
export function TaskList({ steps, others, onChange }: TaskListProps) {
  const change = (id: string, part: Partial<EditedTask>) =>
    onChange(steps.map((task) => (task.id === id ? { ...task, ...part } : task)));
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((task, index) => (
        <li key={task.id}>
          <TaskFields
            task={task}
            number={others.length + index + 1}
            choices={[...others, ...steps].filter(({ id }) => id !== task.id)}
            isFirst={index === 0}
            isLast={index === steps.length - 1}
            onChange={(part) => change(task.id, part)}
            onMove={(by) => onChange(moveTask(steps, index, by))}
            onRemove={() => onChange(removeTask(steps, task.id))}
          />
        </li>
      ))}
    </ol>
  );
}

/** Another one, behind the others. */
export function AddTask({ steps, others, onChange }: TaskListProps) {
  const t = useTranslations("plans.edit");
  return (
    <Button
      className="self-start"
      disabled={others.length + steps.length >= mostTasks}
      onClick={() => onChange([...steps, toNewTask([...others, ...steps], t("newTitle"))])}
    >
      <Plus size={15} aria-hidden /> {t("add")}
    </Button>
  );
}

type TaskFieldsProps = {
  task: EditedTask;
  number: number;
  /** The other steps of the plan, which it may need. */
  choices: readonly Pick<EditedTask, "id" | "title">[];
  isFirst: boolean;
  isLast: boolean;
  onChange: (part: Partial<EditedTask>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function TaskFields({ task, number, choices, isFirst, isLast, onChange, onMove, onRemove }: TaskFieldsProps) {
  const t = useTranslations("plans.edit");
  const { title } = task;
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
        value={task.instruction}
        onChange={(event) => onChange({ instruction: event.target.value })}
        className="text-field h-auto max-h-[30dvh] resize-none [field-sizing:content] py-1.5 leading-5 pointer-coarse:h-auto"
      />
      <Needs {...{ task, choices, onChange }} />
    </div>
  );
}

function Needs({ task, choices, onChange }: Pick<TaskFieldsProps, "task" | "choices" | "onChange">) {
  const t = useTranslations("plans.edit");
  if (choices.length === 0) return null;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ dependsOn: isOn ? [...task.dependsOn, id] : task.dependsOn.filter((need) => need !== id) });
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-xs text-quiet hover:text-ink pointer-coarse:py-2">
        {t("needs")}:{" "}
        {choices
          .filter(({ id }) => task.dependsOn.includes(id))
          .map(({ title }) => title)
          .join(", ") || t("none")}
      </summary>
      <fieldset className="flex flex-col gap-1 pt-1">
        <legend className="sr-only">{t("needs")}</legend>
        {choices.map(({ id, title }) => (
          <label key={id} className="flex items-center gap-2 pointer-coarse:py-1.5">
            <input
              type="checkbox"
              checked={task.dependsOn.includes(id)}
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

import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { AddStep, StepList } from "@/components/plans/step-list";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { useReason } from "@/components/ui/use-reason";
import { workflowApi } from "@/lib/client/workflows";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { EditedStep } from "@/lib/protocol/plans";
import { maxPromptCharacters } from "@/lib/protocol/prompt-text";
import { agentStyles } from "@/lib/protocol/settings";
import { maxWorkflowNameCharacters, type Workflow, type WorkflowPatch } from "@/lib/protocol/workflows";
import { readSchedule, ScheduleFields } from "./schedule-fields";
import { SelectField } from "./select-field";
import { readValues, ValueFields } from "./value-fields";

type Props = {
  workflow: Workflow;
  settings: ClientSettings;
  timezone: string;
  onDone: () => void;
  onClose: () => void;
};

/** What is asked, how it is answered, by which steps, and when. */
export function WorkflowForm({ workflow, settings, timezone, onDone, onClose }: Props) {
  const t = useTranslations("settings.workflows");
  const explain = useReason();
  const zone = useLocalZone() ?? timezone;
  const language = useLocale();
  const [steps, setSteps] = useState(workflow.steps);
  const toFaults = useFaults();
  const save = async (entered: FormData): Promise<string | null> => {
    const patch = { ...toPatch(workflow, entered), steps };
    const values = readValues(entered);
    const answer = await workflowApi.change(workflow.id, { ...patch, values, timezone: zone, language });
    if (!answer.ok)
      return answer.problem?.fields === undefined ? explain(answer) : toFaults(answer.problem.fields);
    onDone();
    return null;
  };
  return (
    <ConfirmDialog isOpen title={t("editTitle")} action={t("save")} onConfirm={save} onClose={onClose}>
      <div className="grid gap-4">
        <QuestionFields workflow={workflow} />
        <AnswerFields {...{ workflow, settings }} />
        <ToolField isTool={workflow.isTool} />
        <ScheduleFields initial={workflow.schedule} timezone={zone} />
        <StepsField {...{ steps }} onChange={setSteps} />
      </div>
    </ConfirmDialog>
  );
}

function toPatch({ answer }: Workflow, entered: FormData): WorkflowPatch {
  const read = (name: string) => String(entered.get(name) ?? "").trim();
  const { style: _style, model: _model, ...rest } = answer;
  const style = agentStyles.find((one) => one === read("style"));
  return {
    ...{ name: read("name"), question: read("question"), schedule: readSchedule(entered) },
    isTool: entered.get("isTool") !== null,
    answer: { ...rest, ...(style && { style }), ...(read("model") !== "" && { model: read("model") }) },
  };
}

function QuestionFields({ workflow }: Pick<Props, "workflow">) {
  const t = useTranslations("settings.workflows");
  const [question, setQuestion] = useState(workflow.question);
  return (
    <>
      <Field
        label={t("name")}
        name="name"
        error={undefined}
        required
        maxLength={maxWorkflowNameCharacters}
        defaultValue={workflow.name}
        autoComplete="off"
      />
      <LongField
        label={t("question")}
        name="question"
        hint={t("questionHint")}
        maxLength={maxPromptCharacters}
        value={question}
        onChange={setQuestion}
      />
      <ValueFields question={question} values={workflow.values} />
    </>
  );
}

function AnswerFields({ workflow: { answer }, settings }: Pick<Props, "workflow" | "settings">) {
  const t = useTranslations("settings.workflows");
  const styles = useTranslations("chat.styles");
  const asHere = { value: "", label: t("asHere") };
  const { models, allowModelChoice, allowStyleOverride } = settings;
  // A model that is gone stays chosen until the person takes another.
  const gone = models.some(({ ref }) => ref === answer.model) ? [] : [answer.model ?? ""];
  return (
    <>
      {allowStyleOverride && (
        <SelectField
          label={t("style")}
          name="style"
          initial={answer.style ?? ""}
          options={[asHere, ...agentStyles.map((value) => ({ value, label: styles(value) }))]}
        />
      )}
      {(allowModelChoice || answer.model !== undefined) && (
        <SelectField
          label={t("model")}
          name="model"
          initial={answer.model ?? ""}
          options={[
            asHere,
            ...models.map(({ ref, label }) => ({ value: ref, label })),
            ...gone
              .filter((ref) => ref !== "")
              .map((value) => ({ value, label: t("gone", { name: value }) })),
          ]}
        />
      )}
    </>
  );
}

function ToolField({ isTool }: Pick<Workflow, "isTool">) {
  const t = useTranslations("settings.workflows");
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {t("isTool")}
        </label>
        <p id={`${id}-help`} className="text-sm leading-5 text-quiet">
          {t("isToolHelp")}
        </p>
      </div>
      <input
        {...{ id, type: "checkbox", role: "switch", name: "isTool", defaultChecked: isTool }}
        aria-describedby={`${id}-help`}
        className="switch"
      />
    </div>
  );
}

/** What is wrong with the steps in words; with the rest, what it may be. */
function useFaults(): (fields: Record<string, string>) => string {
  const t = useTranslations();
  return (fields) => {
    const ofSteps = Object.entries(fields).filter(([name]) => name.startsWith("steps"));
    const problems = [...new Set(ofSteps.map(([, fault]) => fault))].join("; ");
    return problems === "" ? t("settings.workflows.faults") : t("plans.edit.invalid", { problems });
  };
}

function StepsField({ steps, onChange }: { steps: EditedStep[]; onChange: (steps: EditedStep[]) => void }) {
  const t = useTranslations("settings.workflows");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 text-sm font-medium">{t("stepsLabel")}</legend>
      <StepList {...{ steps, onChange }} others={[]} />
      <AddStep {...{ steps, onChange }} others={[]} />
    </fieldset>
  );
}

type LongFieldProps = {
  label: string;
  name: string;
  hint?: string;
  maxLength: number;
  value: string;
  onChange: (text: string) => void;
};

function LongField({ label, name, hint, maxLength, value, onChange }: LongFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} dir="auto" className="text-sm font-medium wrap-anywhere">
        {label}
      </label>
      <textarea
        {...{ id, name, maxLength, value }}
        dir="auto"
        rows={3}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={hint === undefined ? undefined : `${id}-help`}
        className="text-field h-auto resize-y px-3 py-2 text-base leading-6"
      />
      {hint !== undefined && (
        <p id={`${id}-help`} className="text-sm leading-5 text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

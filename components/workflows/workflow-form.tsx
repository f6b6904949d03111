import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { AddTask, TaskList } from "@/components/plans/task-list";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, LongField, readField, SelectField, SwitchField } from "@/components/ui/field";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { changeWorkflow, createWorkflow } from "@/lib/features/workflows/api";
import { call } from "@/lib/client/request";
import type { ClientSettings } from "@/lib/protocol/client-settings";
import type { EditedTask } from "@/lib/features/plans/shape";
import { maxPromptCharacters } from "@/lib/protocol/prompt-text";
import { agentStyles } from "@/lib/protocol/settings";
import { maxWorkflowNameCharacters, type Workflow } from "@/lib/features/workflows/shape/workflows";
import { readSchedule, ScheduleFields } from "./schedule-fields";
import { readValues, ValueFields } from "./value-fields";

type WorkflowDraft = Pick<
  Workflow,
  "name" | "question" | "values" | "answer" | "isTool" | "schedule" | "steps"
>;
const nothing: WorkflowDraft = {
  ...{ name: "", question: "", values: {}, answer: {}, isTool: false, schedule: null, steps: [] },
};

type Props = {
  /** `null` for one that is made. */
  workflow: Workflow | null;
  settings: ClientSettings;
  timezone: string;
  onDone: () => void;
  onClose: () => void;
};

/** What is asked, how it is answered, by which steps, and when. */
export function WorkflowForm({ workflow: saved, settings, timezone, onDone, onClose }: Props) {
  const t = useTranslations("settings.workflows");
  const zone = useLocalZone() ?? timezone;
  const language = useLocale();
  const workflow = saved ?? nothing;
  const [steps, setSteps] = useState(workflow.steps);
  const toFaults = useFaults();
  const save = async (entered: FormData) => {
    const fields = { ...toFields(workflow, entered), steps, values: readValues(entered) };
    const body = { ...fields, timezone: zone, language };
    const answer = await (saved === null
      ? call(createWorkflow, { body })
      : call(changeWorkflow, { params: saved, body }));
    const faults = answer.ok ? undefined : answer.problem?.fields;
    return faults === undefined ? answer : toFaults(faults);
  };
  return (
    <ConfirmDialog
      title={t(saved === null ? "new" : "editTitle")}
      action={t("save")}
      onConfirm={save}
      onDone={onDone}
      onClose={onClose}
    >
      <QuestionFields workflow={workflow} />
      <AnswerFields {...{ workflow, settings }} />
      <SwitchField
        label={t("isTool")}
        name="isTool"
        hint={t("isToolHelp")}
        defaultChecked={workflow.isTool}
      />
      <ScheduleFields initial={workflow.schedule} timezone={zone} />
      <StepsField {...{ steps }} onChange={setSteps} />
    </ConfirmDialog>
  );
}

function toFields({ answer }: WorkflowDraft, entered: FormData) {
  const read = (name: string) => readField(entered, name);
  const { style: _style, model: _model, ...rest } = answer;
  const style = agentStyles.find((one) => one === read("style"));
  return {
    ...{ name: read("name"), question: read("question"), schedule: readSchedule(entered) },
    isTool: entered.get("isTool") !== null,
    answer: { ...rest, ...(style && { style }), ...(read("model") !== "" && { model: read("model") }) },
  };
}

type DraftProps = { workflow: WorkflowDraft };

function QuestionFields({ workflow }: DraftProps) {
  const t = useTranslations("settings.workflows");
  const [question, setQuestion] = useState(workflow.question);
  return (
    <>
      <Field
        label={t("name")}
        name="name"
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
        onChange={({ target }) => setQuestion(target.value)}
      />
      <ValueFields question={question} values={workflow.values} />
    </>
  );
}

function AnswerFields({ workflow: { answer }, settings }: DraftProps & Pick<Props, "settings">) {
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

/** What is wrong with the steps in words; with the rest, what it may be. */
function useFaults(): (fields: Record<string, string>) => string {
  const t = useTranslations();
  return (fields) => {
    const ofSteps = Object.entries(fields).filter(([name]) => name.startsWith("steps"));
    const problems = [...new Set(ofSteps.map(([, fault]) => fault))].join("; ");
    return problems === "" ? t("settings.workflows.faults") : t("plans.edit.invalid", { problems });
  };
}

function StepsField({ steps, onChange }: { steps: EditedTask[]; onChange: (steps: EditedTask[]) => void }) {
  const t = useTranslations("settings.workflows");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 text-sm font-medium">{t("stepsLabel")}</legend>
      <TaskList {...{ steps, onChange }} others={[]} />
      <AddTask {...{ steps, onChange }} others={[]} />
    </fieldset>
  );
}

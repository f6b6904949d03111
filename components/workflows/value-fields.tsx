import { Field } from "@/components/ui/field";
import { listVariables } from "@/lib/protocol/prompt-text";
import type { WorkflowValues } from "@/lib/protocol/workflow-values";

/** A field for each variable of the question. */
export function ValueFields({ question, values }: { question: string; values: WorkflowValues }) {
  return (
    <div className="grid gap-3">
      {listVariables(question).map((name) => (
        <Field
          key={name}
          label={name}
          name={`value-${name}`}
          data-variable={name}
          error={undefined}
          defaultValue={values[name] ?? ""}
          maxLength={2_000}
          autoComplete="off"
        />
      ))}
    </div>
  );
}

/** What was entered there; what is empty is left out. */
export function readValues(fields: HTMLElement | null): WorkflowValues {
  const inputs = [...(fields?.querySelectorAll<HTMLInputElement>("input[data-variable]") ?? [])];
  const entered = inputs.map((input) => [input.dataset["variable"] ?? "", input.value.trim()] as const);
  return Object.fromEntries(entered.filter(([, value]) => value !== ""));
}

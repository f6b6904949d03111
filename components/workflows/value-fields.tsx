import { Field } from "@/components/ui/field";
import { listVariables } from "@/lib/protocol/prompt-text";
import type { WorkflowValues } from "@/lib/features/workflows/shape/workflow-values";

const prefix = "value-";

/** A field for each variable of the question. */
export function ValueFields({ question, values }: { question: string; values: WorkflowValues }) {
  return (
    <div className="grid gap-3">
      {listVariables(question).map((name) => (
        <Field
          key={name}
          label={name}
          name={`${prefix}${name}`}
          defaultValue={values[name] ?? ""}
          maxLength={2_000}
          autoComplete="off"
        />
      ))}
    </div>
  );
}

/** What was entered there; what is empty is left out. */
export function readValues(entered: FormData): WorkflowValues {
  const values = [...entered].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), String(value).trim()] as const] : [],
  );
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

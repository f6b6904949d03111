"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import {
  applyEdits,
  listEditFields,
  toFieldValue,
  type CallInput,
  type EditField,
} from "@/lib/client/message/approval-input";
import { toFieldName } from "@/components/tools/field-name";

type ApprovalFormProps = {
  input: CallInput;
  tool: string;
  /** What the server said of a field, by its path. */
  problems: Record<string, string>;
  isBusy: boolean;
  onSave: (input: CallInput) => void;
  onCancel: () => void;
};

/** What a call was given, in the hands of the person. Esc leaves it as it was. */
export function ApprovalForm({ input, tool, problems, isBusy, onSave, onCancel }: ApprovalFormProps) {
  const t = useTranslations("consent.answer");
  const form = useRef<HTMLFormElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const fields = listEditFields(input);
  useEffect(() => form.current?.querySelector<HTMLElement>("textarea, input")?.focus(), []);
  useCancelKey(form, onCancel);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (form.current === null || isBusy) return;
    const next = applyEdits(input, readForm(new FormData(form.current), fields));
    const isNothingLeft = Array.isArray(next["facts"]) && next["facts"].length === 0;
    setEmpty(isNothingLeft);
    if (!isNothingLeft) onSave(next);
  };
  return (
    <form ref={form} onSubmit={save} className="flex flex-col gap-3">
      {fields.map((field) => (
        <Field
          key={field.path}
          field={field}
          isOnly={fields.length === 1}
          problem={problems[`input.${field.path}`]}
        />
      ))}
      <Problem>{isEmpty && t("nothingLeft")}</Problem>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          {t("approveEdited", { tool })}
        </Button>
        <Button onClick={onCancel}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

/** Esc anywhere in the form: outside of it the key would stop the whole reply. */
function useCancelKey(form: RefObject<HTMLFormElement | null>, onCancel: () => void): void {
  const cancel = useRef(onCancel);
  useEffect(() => {
    cancel.current = onCancel;
  });
  useEffect(() => {
    const element = form.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      cancel.current();
    };
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [form]);
}

function readForm(data: FormData, fields: EditField[]): Record<string, EditField["value"]> {
  const read = (path: string) => {
    const value = data.get(path);
    return typeof value === "string" ? value : null;
  };
  return Object.fromEntries(fields.map(({ path, value }) => [path, toFieldValue(value, read(path))]));
}

function Field({
  field,
  isOnly,
  problem,
}: {
  field: EditField;
  isOnly: boolean;
  problem: string | undefined;
}) {
  const id = useId();
  const label = useLabel(field, isOnly);
  const { path, value } = field;
  const props = {
    id,
    name: path,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem === undefined ? undefined : `${id}p`,
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-semibold text-quiet">
        {label}
      </label>
      {typeof value === "boolean" ? (
        <input type="checkbox" defaultChecked={value} className="switch" {...props} />
      ) : typeof value === "number" ? (
        <input type="text" inputMode="decimal" defaultValue={value} className="text-field" {...props} />
      ) : (
        <textarea
          rows={1}
          dir="auto"
          defaultValue={typeof value === "string" ? value : value.join("\n")}
          className="text-field h-auto max-h-[30dvh] resize-none [field-sizing:content] py-1.5 leading-6 pointer-coarse:h-auto"
          {...props}
        />
      )}
      {problem !== undefined && (
        <p id={`${id}p`} className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

function useLabel({ path, name, value }: EditField, isOnly: boolean): string {
  const t = useTranslations("consent.answer");
  const fieldName = toFieldName(name, useTranslations("chat.step"));
  const fact = /^facts\.(\d+)\./.exec(path)?.[1];
  if (fact !== undefined && !isOnly) return t("fact", { number: Number(fact) + 1 });
  return Array.isArray(value) ? t("lines", { name: fieldName }) : fieldName;
}

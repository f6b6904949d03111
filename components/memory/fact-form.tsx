import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { isComposing } from "@/components/ui/is-composing";
import { Button } from "@/components/ui/button";
import { tierNames } from "@/lib/client/fact-list";
import type { NewFact } from "@/lib/client/memory-api";
import { memoryCategories } from "@/lib/protocol/memories";
import { useMemoryWords } from "./use-memory-words";

type Props = {
  label: string;
  initial: NewFact;
  /** What the person is to know while they write. */
  notice?: string | null;
  /** Why it was not saved; `null` when it was. */
  onSave: (fact: NewFact) => Promise<string | null>;
  onCancel: () => void;
};

const leastCharacters = 3;
const mostCharacters = 500;

/** A fact's words, kind and time to be kept. What was written stays until it is saved or given up. */
export function FactForm({ label, initial, notice = null, onSave, onCancel }: Props) {
  const t = useTranslations("memory");
  const common = useTranslations("common");
  const [draft, setDraft] = useState(initial);
  const { reason: failure, isSaving, save } = useSaving(draft, onSave);
  const reason = failure ?? notice;
  const field = useRef<HTMLTextAreaElement>(null);
  const reasonId = useId();
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !isComposing(event)) onCancel();
    else if (event.key === "Enter" && !isComposing(event)) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <form
      aria-label={label}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        aria-label={t("form.content")}
        aria-invalid={failure !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        dir="auto"
        rows={2}
        maxLength={mostCharacters}
        placeholder={t("form.placeholder")}
        value={draft.content}
        onChange={(event) => setDraft({ ...draft, content: event.target.value })}
        onKeyDown={onKeyDown}
        className="w-full resize-none rounded-lg border border-strong bg-paper px-2.5 py-2 text-base leading-6 [field-sizing:content] aria-invalid:border-bad"
      />
      {reason !== null && (
        <p id={reasonId} role="alert" className="text-sm leading-5 text-bad">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <FactChoices draft={draft} onChange={setDraft} />
        <span className="ms-auto flex gap-2">
          <Button tone="quiet" onClick={onCancel}>
            {common("cancel")}
          </Button>
          <Button type="submit" tone="primary" aria-disabled={isSaving}>
            {t(isSaving ? "form.saving" : "form.save")}
          </Button>
        </span>
      </div>
    </form>
  );
}

/** Its kind, and how long it is kept. */
function FactChoices({ draft, onChange }: { draft: NewFact; onChange: (draft: NewFact) => void }) {
  const t = useTranslations("memory");
  const { toKeepName } = useMemoryWords();
  return (
    <>
      <Choice
        label={t("form.category")}
        value={draft.category}
        options={memoryCategories}
        toName={(name) => t(`category.${name}`)}
        onChoose={(category) => onChange({ ...draft, category })}
      />
      <Choice
        label={t("form.tier")}
        value={draft.tier}
        options={tierNames}
        toName={toKeepName}
        onChoose={(tier) => onChange({ ...draft, tier })}
      />
    </>
  );
}

function useSaving(draft: NewFact, onSave: Props["onSave"]) {
  const t = useTranslations("memory.form");
  const [reason, setReason] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (isSaving) return;
    const fact = { ...draft, content: draft.content.trim() };
    if (fact.content.length < leastCharacters) return setReason(t("short"));
    setSaving(true);
    const failure = await onSave(fact);
    setSaving(false);
    setReason(failure);
  };
  return { reason, isSaving, save };
}

type ChoiceProps<VALUE extends string> = {
  label: string;
  value: VALUE;
  options: readonly VALUE[];
  toName: (value: VALUE) => string;
  onChoose: (value: VALUE) => void;
};

function Choice<VALUE extends string>({ label, value, options, toName, onChoose }: ChoiceProps<VALUE>) {
  return (
    <label className="grid gap-0.5 text-xs leading-4 text-quiet">
      {label}
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option === event.target.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
        className="text-field pe-1 text-ink"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {toName(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

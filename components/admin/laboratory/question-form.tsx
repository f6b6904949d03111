import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, LongField, readField } from "@/components/ui/field";
import type { Expectations } from "@/lib/features/laboratory/shape/laboratory";
import type { LaboratoryState } from "./use-laboratory";

/** A question with what a good answer to it is. */
export function QuestionForm({ laboratory, onClose }: { laboratory: LaboratoryState; onClose: () => void }) {
  const t = useTranslations("admin.laboratory");
  const add = (given: FormData) => {
    const question = { text: readField(given, "text"), expectations: toExpectations(given) };
    return laboratory.add({ questions: [question], from: "hand" });
  };
  const numbers = { type: "number", min: 0, step: "any", inputMode: "decimal" } as const;
  return (
    <ConfirmDialog title={t("addTitle")} action={t("save")} onConfirm={add} onClose={onClose}>
      <LongField name="text" label={t("text")} rows={2} required />
      <LongField name="contains" label={t("contains")} rows={2} />
      <Tick name="cites" label={t("cites")} />
      <Tick name="isSearchFree" label={t("isSearchFree")} />
      <LongField name="mustCall" label={t("mustCall")} hint={t("toolsHelp")} rows={2} />
      <LongField name="mustNotCall" label={t("mustNotCall")} hint={t("toolsHelp")} rows={2} />
      <div className="grid grid-cols-2 gap-3">
        <Field name="mostCents" label={t("mostCents")} {...numbers} />
        <Field name="mostSeconds" label={t("mostSeconds")} {...numbers} />
      </div>
      <LongField name="rubric" label={t("rubric")} hint={t("rubricHelp")} rows={2} />
    </ConfirmDialog>
  );
}

function toExpectations(given: FormData): Expectations {
  const read = (name: string) => readField(given, name);
  const toAmount = (name: string) => (read(name) === "" ? null : Number(read(name)));
  const readLines = (name: string) =>
    read(name)
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  return {
    cites: given.has("cites"),
    isSearchFree: given.has("isSearchFree"),
    ...{ contains: readLines("contains"), mustCall: readLines("mustCall") },
    mustNotCall: readLines("mustNotCall"),
    ...{ mostCents: toAmount("mostCents"), mostSeconds: toAmount("mostSeconds"), rubric: read("rubric") },
  };
}

function Tick({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex items-center gap-3 text-sm pointer-coarse:min-h-11">
      <input type="checkbox" name={name} className="size-4 accent-ink" />
      {label}
    </label>
  );
}

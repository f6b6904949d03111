import { useTranslations } from "next-intl";
import { useId, type FormEvent } from "react";
import { useRun } from "@/components/admin/use-run";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Problem } from "@/components/ui/problem";
import type { Expectations } from "@/lib/protocol/laboratory";
import type { Laboratory } from "./use-laboratory";

/** A question with what a good answer to it is. */
export function QuestionForm({ laboratory, onDone }: { laboratory: Laboratory; onDone: () => void }) {
  const t = useTranslations("admin.laboratory");
  const { run, isBusy, reason } = useRun();
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const question = { text: String(given.get("text")).trim(), expectations: toExpectations(given) };
    if (await run(() => laboratory.add({ questions: [question], from: "hand" }))) onDone();
  }
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <LongField name="text" label={t("text")} isRequired />
      <LongField name="contains" label={t("contains")} />
      <Tick name="cites" label={t("cites")} />
      <Tick name="isSearchFree" label={t("isSearchFree")} />
      <LongField name="mustCall" label={t("mustCall")} help={t("toolsHelp")} />
      <LongField name="mustNotCall" label={t("mustNotCall")} help={t("toolsHelp")} />
      <div className="grid grid-cols-2 gap-3">
        {(["mostCents", "mostSeconds"] as const).map((name) => (
          <Field
            key={name}
            {...{ name, label: t(name), error: undefined, type: "number", min: 0, step: "any" }}
            inputMode="decimal"
          />
        ))}
      </div>
      <LongField name="rubric" label={t("rubric")} help={t("rubricHelp")} />
      <Problem>{reason !== null && t("failed", { reason })}</Problem>
      <Button tone="primary" type="submit" aria-disabled={isBusy} className="justify-self-end">
        {t("save")}
      </Button>
    </form>
  );
}

function toExpectations(given: FormData): Expectations {
  const read = (name: string) => String(given.get(name) ?? "").trim();
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

type LongProps = { name: string; label: string; help?: string; isRequired?: boolean };

function LongField({ name, label, help, isRequired = false }: LongProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block pb-1 text-sm font-medium">
        {label}
      </label>
      <textarea
        {...{ id, name, dir: "auto", rows: 2, required: isRequired }}
        {...(help !== undefined && { "aria-describedby": `${id}-help` })}
        className="text-field w-full px-3 py-2 text-base"
      />
      {help !== undefined && (
        <p id={`${id}-help`} className="text-sm leading-5 text-quiet">
          {help}
        </p>
      )}
    </div>
  );
}

function Tick({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex items-center gap-3 text-sm pointer-coarse:min-h-11">
      <input type="checkbox" name={name} className="size-4 accent-ink" />
      {label}
    </label>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { SmallSelect } from "@/components/ui/small-select";
import { modes } from "@/lib/client/conversation/choices";
import { settingFields } from "@/lib/protocol/settings-fields";
import type { BranchChoices } from "./branch-form";
import { useRunWords } from "./use-run-words";

/** What a call is made with; an empty text leaves it as it was. */
export type PlaygroundChosen = { model: string; mode: string; temperature: string; tools: string[] };
type Props = {
  choices: BranchChoices;
  /** Those of the recorded call. */
  tools: readonly string[];
  chosen: PlaygroundChosen;
  onChange: (part: Partial<PlaygroundChosen>) => void;
};

/** With which model, how freely and how long it answers, and which tools it is offered. */
export function PlaygroundChoices({ choices, tools, chosen, onChange }: Props) {
  const t = useTranslations("runs");
  const tChat = useTranslations("chat");
  const toOptions = (label: string, options: { value: string; label: string }[]) => [
    { value: "", label: `${label}: ${t("branch.same")}` },
    ...options,
  ];
  const { min, max, step } = settingFields.temperature;
  return (
    <section aria-label={t("playground.choices")} className="mt-6">
      <h2 className="text-base font-semibold">{t("playground.choices")}</h2>
      <div className="mt-1 flex flex-wrap items-center gap-x-2">
        {choices.allowModelChoice && (
          <SmallSelect
            label={t("compare.model")}
            value={chosen.model}
            options={toOptions(
              t("compare.model"),
              choices.models.map(({ ref, label }) => ({ value: ref, label })),
            )}
            onChoose={(model) => onChange({ model })}
          />
        )}
        <SmallSelect
          label={t("compare.mode")}
          value={chosen.mode}
          options={toOptions(
            t("compare.mode"),
            modes.map((value) => ({ value, label: tChat(`modes.${value}`) })),
          )}
          onChoose={(mode) => onChange({ mode })}
        />
        <label className="flex items-center gap-2 text-sm text-quiet">
          {t("playground.temperature")}
          <input
            type="number"
            inputMode="decimal"
            {...{ min, max, step }}
            value={chosen.temperature}
            onChange={(event) => onChange({ temperature: event.target.value })}
            className="text-field w-20 px-2"
          />
        </label>
      </div>
      <p className="text-sm leading-5 text-quiet">{t("playground.choicesHelp")}</p>
      <Tools {...{ tools, chosen, onChange }} />
    </section>
  );
}

function Tools({ tools, chosen, onChange }: Pick<Props, "tools" | "chosen" | "onChange">) {
  const t = useTranslations("runs.playground");
  const { toTool } = useRunWords();
  if (tools.length === 0) return <p className="mt-2 text-sm text-quiet">{t("noTools")}</p>;
  return (
    <details className="mt-2 text-sm">
      <summary className="py-1 font-medium pointer-coarse:py-3">
        {t("tools", { count: chosen.tools.length })}
      </summary>
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="text-quiet">{t("toolsHelp")}</legend>
        {tools.map((name) => (
          <label key={name} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.tools.includes(name)}
              onChange={({ target: { checked } }) => {
                const isOffered = (tool: string) => (tool === name ? checked : chosen.tools.includes(tool));
                onChange({ tools: tools.filter(isOffered) });
              }}
              className="size-4 accent-accent"
            />
            {toTool(name)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

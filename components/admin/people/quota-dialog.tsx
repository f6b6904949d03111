import { useTranslations, useFormatter, useLocale } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { NumberField } from "@/components/admin/number-field";
import { formatDollars } from "@/lib/client/money";
import { useSettings } from "@/components/admin/use-settings";
import type { PersonRow } from "@/lib/features/accounts/shape/accounts";
import type { QuotaOverrides, QuotaLimits } from "@/lib/features/quotas/shape/quotas";
import { settingFields, toolLimitRanges, type Range } from "@/lib/protocol/settings-fields";
import type { Patch } from "./use-people";
import type { AgentSettings } from "@/lib/protocol/settings";
import { searchCounter } from "@/lib/protocol/limits";

type Props = {
  /** What is chosen holds for all of them; it begins with the limits of the first. */
  people: readonly PersonRow[];
  title: string;
  patch: Patch;
  onDone: () => void;
  onClose: () => void;
};

const choices: readonly QuotaChoice[] = ["settings", "own", "none"];

/** A person's own limits: each follows the settings, is a number, or is none. */
export function QuotaDialog({ people, title, patch, onDone, onClose }: Props) {
  const t = useTranslations("admin.people.quota");
  const { form } = useSettings();
  const [overrides, setOverrides] = useState<QuotaOverrides>(people[0]?.overrides ?? {});
  const fromSettings = toSettingsLimits(form.reply.settings);
  const save = (): Promise<string | null> =>
    patch(people, { quota: Object.keys(overrides).length === 0 ? null : overrides });
  return (
    <ConfirmDialog title={title} action={t("save")} onConfirm={save} onDone={onDone} onClose={onClose}>
      <p className="text-sm leading-5 text-quiet">{t("help")}</p>
      {quotaFields.map((field) => (
        <QuotaField
          key={field.name}
          {...{ field, overrides, onChange: setOverrides }}
          inSettings={fromSettings[field.name]}
        />
      ))}
    </ConfirmDialog>
  );
}

type QuotaFieldProps = {
  field: QuotaFieldEntry;
  overrides: QuotaOverrides;
  /** The limit of the settings; `null` where they have none. */
  inSettings: number | null;
  onChange: (change: (before: QuotaOverrides) => QuotaOverrides) => void;
};

function QuotaField({
  field: { name, isMoney, range, suggested },
  overrides,
  inSettings,
  onChange,
}: QuotaFieldProps) {
  const t = useTranslations("admin.people.quota");
  const write = useLimitWords();
  const choice = toChoice(overrides, name);
  const choose = (value: string) => {
    const chosen = choices.find((each) => each === value) ?? "settings";
    onChange((before) => withChoice(before, name, chosen, inSettings ?? suggested));
  };
  return (
    <div className="grid gap-1 border-t border-hairline pt-3">
      <label className="text-sm font-medium" htmlFor={`quota-${name}`}>
        {t(`fields.${name}`)}
      </label>
      <div className="flex flex-wrap items-start gap-2">
        <select
          id={`quota-${name}`}
          value={choice}
          onChange={(event) => choose(event.target.value)}
          className="text-field min-w-0 flex-1"
        >
          {choices.map((each) => (
            <option key={each} value={each}>
              {each === "settings"
                ? t("followSettings", { value: write(inSettings, isMoney) })
                : each === "none"
                  ? write(null, isMoney)
                  : t(each)}
            </option>
          ))}
        </select>
        {choice === "own" && (
          <NumberField
            label={t("number", { name: t(`fields.${name}`) })}
            value={overrides[name] ?? null}
            range={range}
            isWhole={!isMoney}
            {...(isMoney && { perDollar: 100 })}
            onChange={(value) => value !== null && onChange((before) => ({ ...before, [name]: value }))}
          />
        )}
      </div>
    </div>
  );
}

/** Writes a limit: a number, an amount of cents, or that there is none. */
export function useLimitWords(): (value: number | null, isMoney: boolean) => string {
  const t = useTranslations("admin");
  const format = useFormatter();
  const locale = useLocale();
  return (value, isMoney) => {
    if (value === null) return t("unset.noLimit");
    return isMoney ? formatDollars(value, locale) : format.number(value);
  };
}

type QuotaName = keyof QuotaLimits;

/** A person's limit: as the settings say, none, or a number of their own. */
type QuotaChoice = "settings" | "none" | "own";

/** The ranges are those of the schema of a person's quota. */
const range: Range = { min: 0, max: 1_000_000 };
const { messagesPerDay, centsPerDay, centsPerMonth } = settingFields;
const { perHour, perDay } = toolLimitRanges;
type QuotaFieldEntry = { name: QuotaName; isMoney: boolean; range: Range; suggested: number };
/** In the order of the dialog. What is suggested where the settings have no limit is as it is there. */
export const quotaFields: readonly QuotaFieldEntry[] = [
  { name: "messagesPerDay", isMoney: false, range, suggested: messagesPerDay.suggested },
  { name: "searchesPerHour", isMoney: false, range, suggested: perHour.suggested },
  { name: "searchesPerDay", isMoney: false, range, suggested: perDay.suggested },
  { name: "centsPerDay", isMoney: true, range, suggested: centsPerDay.suggested },
  { name: "centsPerMonth", isMoney: true, range, suggested: centsPerMonth.suggested },
];

export function toChoice(overrides: QuotaOverrides, name: QuotaName): QuotaChoice {
  const value = overrides[name];
  if (value === undefined) return "settings";
  return value === null ? "none" : "own";
}

/** The overrides with one chosen anew; `number` is what an own limit begins with. */
export function withChoice(
  overrides: QuotaOverrides,
  name: QuotaName,
  choice: QuotaChoice,
  number: number,
): QuotaOverrides {
  const { [name]: _removed, ...others } = overrides;
  if (choice === "settings") return others;
  return { ...others, [name]: choice === "none" ? null : number };
}

/** What the settings give to everybody. */
export function toSettingsLimits({
  messagesPerDay,
  centsPerDay,
  centsPerMonth,
  toolLimits,
}: AgentSettings): QuotaLimits {
  return {
    messagesPerDay,
    searchesPerHour: toolLimits[searchCounter]?.perHour ?? null,
    searchesPerDay: toolLimits[searchCounter]?.perDay ?? null,
    centsPerDay,
    centsPerMonth,
  };
}

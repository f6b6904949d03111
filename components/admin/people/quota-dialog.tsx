import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { NumberField } from "@/components/admin/number-field";
import { useSettings } from "@/components/admin/use-settings";
import { useUnitNumber } from "@/components/admin/use-unit-number";
import type { PatchPerson, PersonRow } from "@/lib/protocol/accounts";
import type { QuotaOverrides } from "@/lib/protocol/quotas";
import { quotaFields, toChoice, toSettingsLimits, withChoice } from "./quota-choice";
import type { QuotaChoice } from "./quota-choice";

type Props = {
  isOpen: boolean;
  person: PersonRow;
  patch: (person: PersonRow, change: PatchPerson) => Promise<string | null>;
  onClose: () => void;
};

const choices: readonly QuotaChoice[] = ["settings", "own", "none"];
/** What an own number begins with where the settings have no limit. */
const firstNumber = 100;

/** A person's own limits: each follows the settings, is a number, or is none. */
export function QuotaDialog({ isOpen, person, patch, onClose }: Props) {
  const t = useTranslations("admin.people.quota");
  const { form } = useSettings();
  const [overrides, setOverrides] = useState<QuotaOverrides>(person.overrides);
  const fromSettings = toSettingsLimits(form.reply.settings);
  const save = (): Promise<string | null> =>
    patch(person, { quota: Object.keys(overrides).length === 0 ? null : overrides });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("title", { person: person.name || person.email })}
      action={t("save")}
      onConfirm={save}
      onClose={onClose}
    >
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
  field: (typeof quotaFields)[number];
  overrides: QuotaOverrides;
  /** The limit of the settings; `null` where they have none. */
  inSettings: number | null;
  onChange: (change: (before: QuotaOverrides) => QuotaOverrides) => void;
};

function QuotaField({ field: { name, isMoney, range }, overrides, inSettings, onChange }: QuotaFieldProps) {
  const t = useTranslations("admin.people.quota");
  const write = useUnitNumber();
  const choice = toChoice(overrides, name);
  const choose = (value: string) => {
    const chosen = choices.find((each) => each === value) ?? "settings";
    onChange((before) => withChoice(before, name, chosen, inSettings ?? firstNumber));
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
                ? t("followSettings", { value: write(inSettings, isMoney ? "cents" : "count") })
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
            onChange={(value) => value !== null && onChange((before) => ({ ...before, [name]: value }))}
          />
        )}
      </div>
    </div>
  );
}

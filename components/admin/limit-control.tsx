import { useTranslations } from "next-intl";
import { useState } from "react";
import { Switch } from "@/components/ui/switch";
import type { NumberUnit } from "@/lib/protocol/settings-fields";
import type { OptionalNumber } from "@/lib/protocol/unset";
import { NumberField } from "./number-field";

type Props = {
  label: string;
  value: number | null;
  field: OptionalNumber & { unit?: NumberUnit | "messages" };
  onChange: (value: number | null) => void;
};

const suffixes = ["cents", "percent", "seconds", "minutes", "megabytes"] as const;

/** A number or none at all. The number comes back when it is wanted again. */
export function LimitControl({ label, value, field, onChange }: Props) {
  const t = useTranslations("admin");
  const [last, setLast] = useState(value ?? field.suggested);
  const change = (number: number | null): void => {
    if (number === null) return;
    setLast(number);
    onChange(number);
  };
  const toggle = (isOn: boolean): void => onChange(isOn ? last : null);
  const suffix = suffixes.find((unit) => unit === field.unit);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {value !== null && (
        <span className="inline-flex items-start gap-1.5">
          <NumberField
            label={label}
            value={value}
            range={field}
            isWhole={field.decimal !== true}
            onChange={change}
          />
          {suffix !== undefined && (
            <span className="text-sm leading-9 text-quiet pointer-coarse:leading-11">
              {t(`limit.suffix.${suffix}`)}
            </span>
          )}
        </span>
      )}
      {field.unset === "off" ? (
        <span className="inline-flex min-h-9 items-center pointer-coarse:min-h-11">
          <Switch label={label} isOn={value !== null} onChange={toggle} />
        </span>
      ) : (
        <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={value === null}
            onChange={(event) => toggle(!event.target.checked)}
            className="size-4"
          />
          {t(`unset.${field.unset}`)}
          <span className="sr-only">: {label}</span>
        </label>
      )}
    </div>
  );
}

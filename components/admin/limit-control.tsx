import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Range } from "@/lib/protocol/settings-fields";
import { NumberField } from "./number-field";

type Props = {
  label: string;
  value: number | null;
  /** What stands there first when the limit is put back. */
  fallback: number | null;
  range: Range;
  suffix?: string | undefined;
  onChange: (value: number | null) => void;
};

/** A number or no limit at all. The number comes back when the limit does. */
export function LimitControl({ label, value, fallback, range, suffix, onChange }: Props) {
  const t = useTranslations("admin.limit");
  const [last, setLast] = useState(value ?? fallback ?? range.max);
  const change = (number: number | null): void => {
    if (number === null) return;
    setLast(number);
    onChange(number);
  };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      {value !== null && (
        <span className="inline-flex items-start gap-1.5">
          <NumberField
            label={label}
            value={value}
            range={range}
            isWhole={suffix === undefined}
            onChange={change}
          />
          {suffix !== undefined && (
            <span className="text-sm leading-9 text-quiet pointer-coarse:leading-11">{suffix}</span>
          )}
        </span>
      )}
      <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={value === null}
          onChange={(event) => onChange(event.target.checked ? null : last)}
          className="size-4"
        />
        {t("none")}
        <span className="sr-only">: {label}</span>
      </label>
    </div>
  );
}

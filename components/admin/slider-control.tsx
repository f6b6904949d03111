import { useTranslations } from "next-intl";
import type { Field, SettingName } from "@/lib/protocol/settings-fields";

type Props = {
  name: SettingName;
  field: Extract<Field, { kind: "number" }>;
  value: number;
  onChange: (value: number) => void;
};

/** A slider for the feel and, as its value is read aloud with its unit, for the exact number too: arrow keys go step by step. */
export function SliderControl({ name, field, value, onChange }: Props) {
  const t = useTranslations("admin");
  const words = t(`units.${field.unit}`, { value });
  return (
    <div className="flex w-full items-center gap-4 sm:w-80">
      <input
        type="range"
        className="slider min-w-0 flex-1"
        aria-label={t(`fields.${name}.name`)}
        aria-describedby={`${name}-help`}
        aria-valuetext={words}
        min={field.min}
        max={field.max}
        step={field.step}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output className="w-20 shrink-0 text-end text-sm font-medium">{words}</output>
    </div>
  );
}

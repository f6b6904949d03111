import { useTranslations } from "next-intl";
import type { NumberName, NumberUnit } from "./fields";

type Props = {
  name: NumberName;
  value: number;
  range: { min: number; max: number };
  step: number;
  unit: NumberUnit;
  onChange: (value: number) => void;
};

/** A slider for the feel and, as its value is read aloud with its unit, for the exact number too: arrow keys go step by step. */
export function SliderControl({ name, value, range, step, unit, onChange }: Props) {
  const t = useTranslations("admin");
  const words = t(`units.${unit}`, { value });
  return (
    <div className="flex w-full items-center gap-4 sm:w-80">
      <input
        type="range"
        className="slider min-w-0 flex-1"
        aria-label={t(`fields.${name}.name`)}
        aria-describedby={`${name}-help`}
        aria-valuetext={words}
        min={range.min}
        max={range.max}
        step={step}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output className="w-20 shrink-0 text-end text-sm font-medium">{words}</output>
    </div>
  );
}

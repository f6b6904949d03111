import { useTranslations } from "next-intl";
import type { Field, NumberUnit } from "@/lib/protocol/settings-fields";
import { NumberField } from "./number-field";

type Props = {
  label: string;
  field: Extract<Field, { kind: "number" }>;
  value: number;
  describedBy: string;
  onChange: (value: number) => void;
};

/** The number of a setting that always has one. */
export function NumberControl({ label, field, value, describedBy, onChange }: Props) {
  const unit = useUnit(field.unit, value);
  return (
    <NumberField
      {...{ label, value, describedBy, ...unit }}
      range={field}
      step={field.step}
      isWhole={field.decimal !== true}
      onChange={(number) => number !== null && onChange(number)}
    />
  );
}

type UnitProps = { unit?: string; perDollar?: 100 };

/** What a field says of its number: that it is money, or the unit behind it. */
export function useUnit(unit: NumberUnit | "messages" | undefined, value: number): UnitProps {
  const t = useTranslations("admin.limit.suffix");
  if (unit === undefined || unit === "none" || unit === "messages") return {};
  return unit === "cents" ? { perDollar: 100 } : { unit: t(unit, { value }) };
}

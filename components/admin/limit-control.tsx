import { useTranslations } from "next-intl";
import { useState } from "react";
import { Segments } from "@/components/ui/segments";
import { Switch } from "@/components/ui/switch";
import type { NumberUnit } from "@/lib/protocol/settings-fields";
import type { OptionalNumber } from "@/lib/protocol/unset";
import { NumberField } from "./number-field";
import { useUnit } from "./number-control";

type Props = {
  label: string;
  value: number | null;
  field: OptionalNumber & { unit?: NumberUnit | "messages" };
  describedBy?: string;
  onChange: (value: number | null) => void;
};

/** Those that have a word for the other side, too; it stands under `admin.set`. */
const words = ["noLimit", "random", "notSet", "asSettings", "builtIn"] as const;

/** A number or none at all. The number comes back when it is wanted again. */
export function LimitControl({ label, value, field, describedBy, onChange }: Props) {
  const t = useTranslations("admin");
  const unit = useUnit(field.unit, value ?? 0);
  const [last, setLast] = useState(value ?? field.suggested);
  const change = (number: number | null): void => {
    if (number === null) return;
    setLast(number);
    onChange(number);
  };
  const toggle = (isOn: boolean): void => onChange(isOn ? last : null);
  const word = words.find((each) => each === field.unset) ?? "noLimit";
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 sm:justify-end">
      {field.unset === "off" ? (
        <span className="order-last inline-flex min-h-9 items-center pointer-coarse:min-h-11">
          <Switch label={label} isOn={value !== null} onChange={toggle} />
        </span>
      ) : (
        <Segments
          label={label}
          value={value === null ? "unset" : "set"}
          options={[
            { value: "unset", name: t(`unset.${field.unset}`) },
            { value: "set", name: t(`set.${word}`) },
          ]}
          onChoose={(side) => toggle(side === "set")}
        />
      )}
      {value !== null && (
        <NumberField
          {...{ label, value, ...unit }}
          {...(describedBy !== undefined && { describedBy })}
          range={field}
          isWhole={field.decimal !== true}
          step={toStep(field.suggested)}
          onChange={change}
        />
      )}
    </div>
  );
}

/** A tenth or less of what is usual, as a round number. */
const toStep = (usual: number): number => Math.max(1, 10 ** (Math.floor(Math.log10(usual)) - 1));

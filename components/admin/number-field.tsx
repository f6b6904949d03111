import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Range } from "@/lib/protocol/settings-fields";

type Props = {
  label: string;
  value: number | null;
  range: Range;
  /** Only whole numbers fit. */
  isWhole: boolean;
  placeholder?: string | undefined;
  disabled?: boolean;
  className?: string;
  /** Not called for what is no number; `null` when the field is emptied and may be. */
  onChange: (value: number | null) => void;
  canBeEmpty?: boolean;
};

/** What does not fit is said below at once; what is no number gives way to the last that was one. */
export function NumberField({
  label,
  value,
  range,
  isWhole,
  placeholder,
  disabled = false,
  className = "w-28",
  onChange,
  canBeEmpty = false,
}: Props) {
  const t = useTranslations("admin.limit");
  const format = useFormatter();
  const errorId = useId();
  const [text, setText] = useState<string | null>(null);
  const isWrong = value !== null && !isFitting(value, range, isWhole);
  const write = (typed: string): void => {
    setText(typed);
    const number = typed.trim() === "" ? null : Number(typed);
    if (number === null ? canBeEmpty : Number.isFinite(number)) onChange(number);
  };
  return (
    <span className="inline-flex flex-col items-start">
      <input
        type="text"
        inputMode={isWhole ? "numeric" : "decimal"}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        disabled={disabled}
        placeholder={placeholder}
        value={text ?? (value === null ? "" : String(value))}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setText(null)}
        className={`text-field text-end disabled:opacity-50 ${className}`}
      />
      {isWrong && (
        <span id={errorId} role="alert" className="pt-1 text-xs leading-4 text-bad">
          {t("range", { min: format.number(range.min), max: format.number(range.max) })}
        </span>
      )}
    </span>
  );
}

/** Whether the server takes it. */
export function isFitting(value: number, { min, max }: Range, isWhole: boolean): boolean {
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { formatDollars } from "@/lib/client/money";
import type { Range } from "@/lib/protocol/settings-fields";

type Props = {
  label: string;
  value: number | null;
  range: Range;
  /** Only whole numbers fit. */
  isWhole: boolean;
  /** How far an arrow key goes. */
  step?: number;
  /** Stands behind the number. */
  unit?: string | undefined;
  /** It is money, written in dollars: how many of the value make one. */
  perDollar?: 1 | 100;
  placeholder?: string | undefined;
  disabled?: boolean;
  className?: string;
  describedBy?: string;
  /** Not called for what is no number; `null` when the field is emptied and may be. */
  onChange: (value: number | null) => void;
  canBeEmpty?: boolean;
};

/** A typed number that the arrow keys change by steps. What does not fit stays, and is said below at once. */
export function NumberField({ label, value, range, isWhole, step = 1, unit, className, ...rest }: Props) {
  const { perDollar, placeholder, disabled, describedBy, onChange, canBeEmpty } = rest;
  const t = useTranslations("admin.limit");
  const format = useFormatter();
  const locale = useLocale();
  const id = useId();
  const [typed, setTyped] = useState<Typed>(null);
  const text = toTyped(typed, value);
  const isNoNumber = text !== null && !isTaken(text, canBeEmpty);
  const isWrong = isNoNumber || (value !== null && !isFitting(value, range, isWhole));
  const described = [isWrong && `${id}-error`, unit && id, describedBy].filter(Boolean).join(" ");
  const write = (number: number): string =>
    perDollar === undefined ? String(number) : formatDollars((number * 100) / perDollar, locale);
  const say = (number: number): string => (perDollar === undefined ? format.number(number) : write(number));
  const error = isNoNumber ? t("number") : t("range", { min: say(range.min), max: say(range.max) });
  const change = (next: string): void => {
    const number = next.trim() === "" ? null : toExact(readNumber(next) * (perDollar ?? 1));
    const isGiven = isTaken(next, canBeEmpty);
    setTyped({ text: next, value: isGiven ? number : value });
    if (isGiven) onChange(number);
  };
  const go = (steps: number): void => {
    const next = toExact((value ?? range.min) + steps * step);
    setTyped(null);
    onChange(Math.min(range.max, Math.max(range.min, next)));
  };
  return (
    <span className="inline-flex flex-col items-start">
      <span className="inline-flex items-center gap-1.5">
        <input
          type="text"
          inputMode={isWhole ? "numeric" : "decimal"}
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={described || undefined}
          disabled={disabled}
          placeholder={placeholder}
          value={text ?? (value === null ? "" : write(value))}
          onChange={(event) => change(event.target.value)}
          onBlur={() => !isNoNumber && setTyped(null)}
          onKeyDown={(event) => {
            const steps = keySteps[event.key];
            if (steps !== undefined) event.preventDefault();
            if (steps !== undefined) go(steps);
          }}
          className={`text-field tabular-nums text-end disabled:opacity-50 ${className ?? (unit ? "w-20" : "w-28")}`}
        />
        <span id={id} className="text-sm text-quiet empty:hidden">
          {unit}
        </span>
      </span>
      <span id={`${id}-error`} role="alert" className="pt-1 text-xs leading-4 text-bad empty:hidden">
        {isWrong && error}
      </span>
    </span>
  );
}

type Typed = { text: string; value: number | null } | null;

/** What was typed, as long as nobody else has set another value. */
const toTyped = (typed: Typed, value: number | null): string | null =>
  typed !== null && Object.is(typed.value, value) ? typed.text : null;

const keySteps: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** Whether the server takes it. */
export function isFitting(value: number, { min, max }: Range, isWhole: boolean): boolean {
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

/**
 * A number as people write it: with a dollar sign, thousands set off, a comma for the point. `NaN` for
 * anything else.
 */
export function readNumber(text: string): number {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/^(?:US)?\$\s*/i, "");
  const isGrouped = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(plain);
  const number = isGrouped ? plain.replaceAll(",", "") : plain.replace(",", ".");
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(number) ? Number(number) : NaN;
}

const isTaken = (text: string, canBeEmpty = false): boolean =>
  text.trim() === "" ? canBeEmpty : Number.isFinite(readNumber(text));

/** Without what binary fractions add. */
const toExact = (number: number): number => Number(number.toFixed(6));

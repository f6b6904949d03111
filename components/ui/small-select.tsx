"use client";

import { ChevronDown } from "lucide-react";
import { joinClasses } from "./class-names";

type SmallSelectProps<VALUE extends string> = {
  label: string;
  value: VALUE;
  options: { value: VALUE; label: string }[];
  onChoose: (value: VALUE) => void;
  /** May be cut short where there is little room. */
  canShrink?: boolean;
};

/** The browser's own choice list, as small as a word. */
export function SmallSelect<VALUE extends string>({
  label,
  value,
  options,
  onChoose,
  canShrink = false,
}: SmallSelectProps<VALUE>) {
  return (
    <span
      className={joinClasses(
        "relative inline-flex items-center text-quiet hover:text-ink",
        canShrink ? "min-w-0" : "shrink-0",
      )}
    >
      <select
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChoose(chosen.value);
        }}
        className="h-9 pointer-coarse:h-11 min-w-0 max-w-36 appearance-none truncate rounded-lg [field-sizing:content] bg-transparent pr-5 pl-2 text-sm hover:bg-sunken"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-raised text-ink">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-1" />
    </span>
  );
}

import { useId, type ReactNode } from "react";

type SegmentOption<Value> = {
  value: Value;
  name: string;
  /** Drawn in place of the name, which is still spoken and shown as a tip. */
  sign?: ReactNode;
  lang?: string;
};

type Props<Value> = {
  label: string;
  value: Value;
  options: readonly SegmentOption<Value>[];
  onChoose: (value: Value) => void;
};

/** One of two to five choices that fit in a row. */
export function Segments<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  const group = useId();
  return (
    <fieldset className="flex w-fit rounded-lg bg-sunken p-0.5 text-sm">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          title={option.sign === undefined ? undefined : option.name}
          className="switch-option"
        >
          <input
            type="radio"
            name={group}
            // In the padding beside the name, where it covers nothing that is pressed.
            className="absolute inset-y-0 start-0 m-0 w-1.5 cursor-pointer appearance-none opacity-0"
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.sign !== undefined && <span aria-hidden>{option.sign}</span>}
          <span className={option.sign === undefined ? "px-1.5" : "sr-only"}>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

import { useId } from "react";

type Props = {
  label: string;
  name: string;
  initial: string;
  options: readonly { value: string; label: string }[];
  onChoose?: (value: string) => void;
};

/** A labelled choice in a form. */
export function SelectField({ label, name, initial, options, onChoose }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        {...{ id, name }}
        defaultValue={initial}
        onChange={({ target }) => onChoose?.(target.value)}
        className="text-field h-11 w-full px-3 text-base"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

"use client";

import { createContext, useContext, useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "./class-names";

/** What is wrong with the fields of the form around them, by name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

type FrameProps = {
  label: string;
  name: string;
  /** Without it what the form around it says. */
  error?: string | undefined;
  /** Stands below the field until something is wrong there. */
  hint?: ReactNode;
  /** At the end of the label's line. */
  aside?: ReactNode;
};
type FieldControl = { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined };

/** The label of a field, and what is wrong with it. */
function Frame({
  label,
  name,
  error: given,
  hint,
  aside,
  children,
}: FrameProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const errors = useContext(FieldErrors);
  const error = given ?? errors[name];
  const below = error ?? hint;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 pb-1">
        <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
          {label}
        </label>
        {aside}
      </div>
      {children({
        ...{ id, "aria-invalid": error !== undefined },
        "aria-describedby": below === undefined ? undefined : `${id}-below`,
      })}
      {below !== undefined && (
        <p
          id={`${id}-below`}
          role={error === undefined ? undefined : "alert"}
          className={joinClasses(
            "pt-1 text-sm leading-5 wrap-anywhere",
            error === undefined ? "text-quiet" : "text-bad",
          )}
        >
          {below}
        </p>
      )}
    </div>
  );
}

export type FieldProps = Omit<ComponentProps<"input">, "id" | "name"> &
  FrameProps & {
    /** Placed over the field's end. */
    inside?: ReactNode;
  };

/** A labelled field that says what is wrong with it. */
export function Field({ label, name, error, hint, aside, inside, className, ...input }: FieldProps) {
  return (
    <Frame {...{ label, name, error, hint, aside }}>
      {(control) => (
        <div className="relative">
          <input
            {...{ name, ...control }}
            dir="auto"
            className={joinClasses("text-field h-11 w-full px-3 text-base", className)}
            {...input}
          />
          {inside}
        </div>
      )}
    </Frame>
  );
}

type LongFieldProps = Omit<ComponentProps<"textarea">, "id" | "name"> & FrameProps;

export function LongField({ label, name, error, hint, ...area }: LongFieldProps) {
  return (
    <Frame {...{ label, name, error, hint }}>
      {(control) => (
        <textarea
          {...{ name, ...control }}
          dir="auto"
          rows={3}
          className="text-field h-auto w-full resize-y px-3 py-2 text-base leading-6"
          {...area}
        />
      )}
    </Frame>
  );
}

type SelectFieldProps = FrameProps & {
  initial: string;
  options: readonly { value: string; label: string }[];
  onChoose?: (value: string) => void;
};

export function SelectField({ label, name, hint, initial, options, onChoose }: SelectFieldProps) {
  return (
    <Frame {...{ label, name, hint }}>
      {(control) => (
        <select
          {...{ name, ...control }}
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
      )}
    </Frame>
  );
}

type SwitchFieldProps = { label: string; name: string; hint: string; defaultChecked: boolean };

export function SwitchField({ label, name, hint, defaultChecked }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="text-sm leading-5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-below`} className="text-quiet">
          {hint}
        </p>
      </div>
      <input
        {...{ id, name, defaultChecked, type: "checkbox", role: "switch" }}
        aria-describedby={`${id}-below`}
        className="switch"
      />
    </div>
  );
}

/** What was entered, without blanks around it. */
export function readField(entered: FormData, name: string): string {
  return String(entered.get(name) ?? "").trim();
}

import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "./class-names";

export type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  name: string;
  error: string | undefined;
  /** Stands below the field until something is wrong there. */
  hint?: ReactNode;
  /** At the end of the label's line. */
  aside?: ReactNode;
  /** Stands at the field's end, over it. */
  inside?: ReactNode;
};

/** A labelled field that says what is wrong with it. */
export function Field({ label, error, hint, aside, inside, className, ...input }: FieldProps) {
  const id = useId();
  const below = error ?? hint;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 pb-1">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          id={id}
          dir="auto"
          aria-invalid={error !== undefined}
          aria-describedby={below === undefined ? undefined : `${id}-below`}
          className={joinClasses("text-field h-11 w-full px-3 text-base", className)}
          {...input}
        />
        {inside}
      </div>
      {below !== undefined && (
        <p
          id={`${id}-below`}
          className={joinClasses("pt-1 text-sm leading-5", error === undefined ? "text-quiet" : "text-bad")}
        >
          {below}
        </p>
      )}
    </div>
  );
}

import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";

export type FieldProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  name: string;
  error: string | undefined;
  /** Stands below the field, whether something is wrong or not. */
  hint?: ReactNode;
  /** At the end of the label's line. */
  aside?: ReactNode;
  /** Stands at the field's end, over it. */
  inside?: ReactNode;
};

/** A labelled field that says what is wrong with it. */
export function Field({ label, error, hint, aside, inside, className, ...input }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(" ");
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
          aria-describedby={described === "" ? undefined : described}
          className={joinClasses("text-field h-11 w-full px-3 text-base", className)}
          {...input}
        />
        {inside}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="pt-1 text-sm leading-5 text-quiet">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="pt-1 text-sm leading-5 text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

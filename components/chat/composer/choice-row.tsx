"use client";

import { useId, type KeyboardEvent, type ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";

/** Enter takes what is chosen. In the composer's form it would send the question. */
export function closeOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

/** Choices of which one holds. */
export function ChoiceGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-0.5">
      <legend className="pb-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceRowProps = {
  /** The same for all of a group. */
  group: string;
  name: string;
  note?: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
};

/** One choice with its sentence; all of the row can be pressed. */
export function ChoiceRow({ group, name, note, isChosen, isDisabled = false, onChoose }: ChoiceRowProps) {
  const id = useId();
  return (
    <div
      className={joinClasses(
        "relative flex min-h-9 items-start gap-2.5 rounded-lg px-2 py-1.5 pointer-coarse:min-h-11",
        isChosen ? "bg-tint" : !isDisabled && "hover:bg-sunken",
      )}
    >
      <input
        id={id}
        type="radio"
        name={`choice-${group}`}
        checked={isChosen}
        disabled={isDisabled}
        {...(note !== undefined && { "aria-describedby": `${id}-note` })}
        onChange={onChoose}
        onKeyDown={closeOnEnter}
        className="mt-0.5 size-4 shrink-0"
      />
      <div className="min-w-0 flex-1 leading-5">
        <label
          htmlFor={id}
          dir="auto"
          className={joinClasses(
            "block wrap-anywhere after:absolute after:inset-0",
            isDisabled ? "text-quiet" : "cursor-pointer",
          )}
        >
          {name}
        </label>
        {note !== undefined && (
          <p id={`${id}-note`} className="text-xs leading-4 text-quiet">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

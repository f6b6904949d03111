import { joinClasses } from "@/components/ui/class-names";
import { moveFocus } from "@/components/ui/popover";
import { hidePopover } from "@/components/ui/use-popover";

export type MenuChoice<VALUE> = {
  value: VALUE;
  name: string;
  note?: string;
  /** At the right, one below the other. */
  figures?: readonly string[];
  isDisabled?: boolean;
};

type Props<VALUE> = {
  label: string;
  value: VALUE;
  choices: readonly MenuChoice<VALUE>[];
  onChoose: (value: VALUE) => void;
};

/** Choices of which one holds: taking one closes what they stand in. */
export function ChoiceMenu<VALUE extends string | null>({ label, value, choices, onChoose }: Props<VALUE>) {
  return (
    <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={moveFocus}>
      {choices.map(({ value: one, name, note, figures = [], isDisabled = false }) => (
        <button
          key={one}
          type="button"
          role="menuitemradio"
          aria-checked={one === value}
          tabIndex={one === value ? 0 : -1}
          disabled={isDisabled}
          onClick={({ currentTarget }) => {
            hidePopover(currentTarget);
            onChoose(one);
          }}
          className={joinClasses(rowClasses, one === value && "bg-tint")}
        >
          <ChoiceRow isChosen={one === value} {...{ name, figures }} note={note} />
        </button>
      ))}
    </div>
  );
}

export const rowClasses =
  "menu-item h-auto min-h-9 cursor-pointer items-start py-1.5 pointer-coarse:h-auto pointer-coarse:min-h-11 disabled:cursor-default disabled:text-quiet";

type RowProps = Pick<MenuChoice<string>, "name" | "figures"> & {
  note: string | undefined;
  isChosen: boolean;
};

/** What stands in one of several choices. */
export function ChoiceRow({ name, note, figures = [], isChosen }: RowProps) {
  return (
    <>
      <span
        aria-hidden
        className={joinClasses(
          "mt-0.5 size-4 shrink-0 rounded-full",
          isChosen ? "border-5 border-accent" : "border border-strong",
        )}
      />
      <span className="min-w-0 flex-1 leading-5">
        <span dir="auto" className="block font-medium wrap-anywhere">
          {name}
        </span>
        {note !== undefined && <span className="block text-xs leading-4 text-quiet">{note}</span>}
      </span>
      <span className="shrink-0 text-end leading-5 tabular-nums">
        {figures.map((figure) => (
          <span key={figure} className="block">
            {figure}
          </span>
        ))}
      </span>
    </>
  );
}

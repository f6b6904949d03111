import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useImperativeHandle, useState, type ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";
import type { Suggestions, TakeKey } from "./use-suggestions";

export type Suggestion = {
  id: string;
  name: string;
  note: string | null;
  icon: LucideIcon;
  choose: () => void;
};
export type SuggestionGroup = { heading: string | null; entries: Suggestion[] };

type Props = {
  suggestions: Suggestions;
  label: string;
  groups: SuggestionGroup[];
  /** Shown in place of entries. */
  empty: ReactNode;
};

/** What can be chosen for the word that is being written; the caret stays in the text meanwhile. */
export function SuggestionList({ suggestions, label, groups, empty }: Props) {
  const t = useTranslations("chat.suggestions");
  const entries = groups.flatMap((group) => group.entries);
  const { active, choose } = useActive(suggestions, entries);
  if (entries.length === 0 && empty === null) return null;
  return (
    <div
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 bottom-full z-20 mb-1.5 max-h-[min(20rem,45dvh)] overflow-y-auto overscroll-contain rounded-xl border border-hairline bg-raised p-1.5 shadow-float"
    >
      <p role="status" className="sr-only">
        {t("count", { count: entries.length })}
      </p>
      {entries.length === 0 && <p className="px-2.5 py-2 text-sm leading-5 text-quiet">{empty}</p>}
      {entries.length > 0 && (
        <div role="listbox" id={suggestions.listId} aria-label={label}>
          {groups.map(({ heading, entries: listed }) => (
            <Group key={heading ?? ""} heading={heading}>
              {listed.map((entry) => (
                <Option
                  key={entry.id}
                  id={toOptionId(suggestions, entry)}
                  entry={entry}
                  isActive={entry.id === active?.id}
                  onChoose={() => choose(entry)}
                />
              ))}
            </Group>
          ))}
        </div>
      )}
    </div>
  );
}

const toOptionId = ({ listId }: Suggestions, { id }: Suggestion): string => `${listId}-${id}`;

/** Arrow keys go round, Enter and Tab choose, Esc closes. */
function useActive(suggestions: Suggestions, entries: readonly Suggestion[]) {
  const [activeId, setActive] = useState<string | null>(null);
  const { taker, showActive, close } = suggestions;
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === activeId),
  );
  const active = entries[at];
  const choose = (entry: Suggestion) => {
    close();
    entry.choose();
  };
  const optionId = active === undefined ? null : toOptionId(suggestions, active);
  useEffect(() => {
    showActive(optionId);
    if (optionId !== null) document.getElementById(optionId)?.scrollIntoView({ block: "nearest" });
  }, [showActive, optionId]);
  const takeKey: TakeKey = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isChoice = event.key === "Enter" || (event.key === "Tab" && !event.shiftKey);
    if (event.key === "Escape") close();
    else if (active === undefined) return false;
    else if (step !== undefined) setActive(entries.at((at + step) % entries.length)?.id ?? null);
    else if (isChoice) choose(active);
    else return false;
    event.preventDefault();
    return true;
  };
  useImperativeHandle(taker, () => takeKey);
  return { active, choose };
}

function Group({ heading, children }: { heading: string | null; children: ReactNode }) {
  return (
    <div role="group" {...(heading !== null && { "aria-label": heading })}>
      {heading !== null && (
        <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">
          {heading}
        </p>
      )}
      {children}
    </div>
  );
}

type OptionProps = { id: string; entry: Suggestion; isActive: boolean; onChoose: () => void };

function Option({ id, entry: { name, note, icon: Icon }, isActive, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className={joinClasses("menu-item h-auto min-h-9 cursor-pointer py-1.5", isActive && "bg-sunken")}
    >
      <Icon size={16} aria-hidden className="shrink-0 text-quiet" />
      <span className="min-w-0 flex-1 leading-5">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        {note !== null && (
          <span dir="auto" className="block truncate text-xs leading-4 text-quiet">
            {note}
          </span>
        )}
      </span>
    </button>
  );
}

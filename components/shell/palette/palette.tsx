"use client";

import { Command } from "cmdk";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { isComposing } from "@/components/ui/is-composing";
import type { SearchView } from "@/components/shell/conversations/use-search";
import { MarkedText } from "@/components/shell/conversations/marked-text";
import type { PaletteEntry, PaletteProps } from "./palette-entry";
import { usePaletteGroups, type PaletteGroup } from "./use-palette-groups";

type Props = PaletteProps & {
  search: SearchView;
  /** Enter was pressed before the list was there: the first of it is chosen as soon as there is one. */
  isChosen: boolean;
  /** Enter is pressed while what is looked for is not found yet. */
  onEarlyEnter: () => void;
  fieldClasses: string;
};

/** Everything by name, and conversations by their words. */
export function Palette({ search, isChosen, onEarlyEnter, fieldClasses, ...named }: Props) {
  const t = useTranslations("shell");
  const groups = usePaletteGroups({ ...named, search });
  const first = groups[0]?.entries[0];
  useEffect(() => {
    if (isChosen && search.state.problem === null) first?.choose();
  });
  return (
    <Command label={t("palette.label")} shouldFilter={false} loop>
      <Command.Input
        value={search.text}
        onValueChange={search.type}
        {...search.composition}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event) && first === undefined && search.state.isLoading)
            onEarlyEnter();
        }}
        placeholder={t("palette.placeholder")}
        ref={goOnTyping}
        className={fieldClasses}
      />
      <Status search={search} isNone={first === undefined} />
      <Command.List
        label={t("palette.label")}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </Command.List>
    </Command>
  );
}

/** How the search stands, where that is not seen from what it found. */
function Status({ search: { state }, isNone }: { search: SearchView; isNone: boolean }) {
  const t = useTranslations("shell.search");
  const { query, isLoading, isCollecting, problem } = state;
  const isOver = !isLoading && problem === null && query !== "";
  const text = [
    problem !== null && t(problem),
    isNone && isLoading && t("searching"),
    isNone && isOver && t("none", { query }),
    isCollecting && t("collecting"),
  ];
  return (
    <div role="status" className="px-4 pt-3 text-sm leading-5 text-quiet empty:p-0">
      {text.map((each) => each !== false && <p key={each}>{each}</p>)}
      {isNone && isOver && <p className="pt-1 pb-3 text-small">{t("help")}</p>}
    </div>
  );
}

/** Keeps what was typed and puts the caret behind it. */
function goOnTyping(field: HTMLInputElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function Group({ group: { heading, entries } }: { group: PaletteGroup }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-quiet"
    >
      {entries.map((entry) => (
        <Item key={entry.id} entry={entry} />
      ))}
    </Command.Group>
  );
}

/** Known by its id, because two conversations may have the same name. */
function Item({ entry: { id, name, icon: Icon, choose, found } }: { entry: PaletteEntry }) {
  const snippet = found?.snippet ?? null;
  return (
    <Command.Item
      value={id}
      onSelect={choose}
      className="menu-item cursor-pointer data-[selected=true]:bg-sunken"
    >
      <Icon className="size-4 shrink-0 text-quiet" />
      <span className="min-w-0 flex-1">
        <span className="block truncate" dir="auto">
          <MarkedText text={name} marks={found?.titleMarks ?? []} />
        </span>
        {snippet !== null && (
          <span className="block truncate text-xs text-quiet" dir="auto">
            <MarkedText text={snippet.text} marks={snippet.marks} />
          </span>
        )}
      </span>
    </Command.Item>
  );
}

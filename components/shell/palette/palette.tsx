"use client";

import { Command } from "cmdk";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { isComposing } from "@/components/ui/is-composing";
import type { OpenConversation } from "@/lib/client/open-conversation";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Search } from "@/components/shell/conversations/use-search";
import { MarkedText } from "@/components/shell/conversations/marked-text";
import type { SetOverlay } from "./use-overlay";
import type { PaletteEntry } from "./palette-entry";
import { usePaletteGroups, type PaletteGroup } from "./use-palette-groups";

type Props = {
  open: OpenConversation | null;
  conversations: ConversationSummary[];
  isAdmin: boolean;
  search: Search;
  /** Enter was pressed before the list was there: the first of it is chosen as soon as there is one. */
  isChosen: boolean;
  /** Enter is pressed while what is looked for is not found yet. */
  onEarlyEnter: () => void;
  fieldClasses: string;
  onClose: () => void;
  onOverlay: SetOverlay;
};

/** Everything by name: conversations, pages, actions. */
export function Palette({ search, isChosen, onEarlyEnter, fieldClasses, ...named }: Props) {
  const t = useTranslations("shell");
  const groups = usePaletteGroups({ ...named, text: search.text, found: search.state.found });
  const first = groups[0]?.entries[0];
  useEffect(() => {
    if (isChosen) first?.choose();
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
      <Command.List
        label={t("palette.label")}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        <Command.Empty className="px-3 py-6 text-center text-sm text-quiet">
          {t(search.state.isLoading ? "search.searching" : "palette.none")}
        </Command.Empty>
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </Command.List>
    </Command>
  );
}

/** What was typed already stays, and the next letter comes behind it. */
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

"use client";

import { Command } from "cmdk";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { isComposing } from "@/components/ui/is-composing";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { Group } from "./palette-parts";
import type { SetOverlay } from "./use-overlay";
import { usePaletteGroups } from "./use-palette-groups";
import type { Search } from "@/components/shell/conversations/use-search";

type Props = {
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

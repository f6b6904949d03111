import { Command } from "cmdk";
import { MarkedText } from "@/components/shell/conversations/marked-text";
import type { PaletteEntry, PaletteGroup } from "./use-palette-groups";

export function Group({ group: { heading, entries } }: { group: PaletteGroup }) {
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

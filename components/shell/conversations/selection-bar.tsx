import { Archive, Folder as FolderIcon, FolderInput, FolderPlus, FolderX, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { FolderList } from "./use-folders";
import { useSelectedActions, type SelectedOptions } from "./use-selected-actions";

export { SelectableRow } from "./selectable-row";

type Props = Omit<SelectedOptions, "chosen"> & {
  conversations: readonly ConversationSummary[];
  folderList: FolderList;
  /** What the list is scrolled in. */
  scroller: RefObject<HTMLElement | null>;
};

/** How many are selected, and what can be done with them. Esc ends it, as Done does. */
export function SelectionBar({ conversations, folderList, scroller, ...rest }: Props) {
  const t = useTranslations();
  const { selected, change } = rest.selection;
  const chosen = conversations.filter(({ id }) => selected?.ids.includes(id));
  const { file, remove } = useSelectedActions({ chosen, ...rest });
  const isNone = chosen.length === 0;
  const end = () => change(() => null);
  useEnd(scroller, end);
  useWayBack(scroller, selected?.last ?? null);
  return (
    <div
      role="group"
      aria-label={t("shell.selected.label")}
      className="sticky top-0 z-10 -mx-3 flex flex-wrap items-center border-b border-hairline bg-paper px-3 py-1"
    >
      <p role="status" className="me-auto ps-2 text-sm">
        {t("shell.selected.count", { count: chosen.length })}
      </p>
      <IconButton
        label={t("shell.archive")}
        icon={iconOf(Archive)}
        tip="bottom"
        disabled={isNone}
        onClick={() => void file({ archived: true })}
      />
      <Menu label={t("shell.selected.move")} icon={iconOf(FolderInput)} tip="bottom">
        {folderList.folders.map(({ id, name }) => (
          <MenuItem
            key={id}
            icon={iconOf(FolderIcon)}
            disabled={isNone}
            onSelect={() => void file({ folder: id })}
          >
            {t("shell.moveTo", { name })}
          </MenuItem>
        ))}
        {chosen.some(({ folder }) => folder !== undefined) && (
          <MenuItem icon={iconOf(FolderX)} onSelect={() => void file({ folder: null })}>
            {t("shell.selected.moveOut")}
          </MenuItem>
        )}
        <MenuItem icon={iconOf(FolderPlus)} onSelect={() => folderList.edit("new")}>
          {t("shell.folders.new")}
        </MenuItem>
      </Menu>
      <IconButton
        label={t("common.delete")}
        icon={iconOf(Trash2)}
        tip="bottom"
        disabled={isNone}
        onClick={remove}
      />
      <Button tone="quiet" onClick={end}>
        {t("shell.selected.done")}
      </Button>
    </div>
  );
}

function iconOf(Icon: typeof Archive) {
  return <Icon className="size-4" aria-hidden="true" />;
}

/** Esc ends it where the list has the focus or nothing has, unless it has something open to close. */
function useEnd(scroller: RefObject<HTMLElement | null>, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      const [list, focused] = [scroller.current, document.activeElement];
      if (focused !== document.body && !list?.contains(focused)) return;
      if (focused?.closest("[popover], dialog") !== list?.closest("dialog")) return;
      // Neither the reply is stopped nor the drawer closed by it.
      event.preventDefault();
      end();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [scroller]);
}

/** When the bar goes, and the focus with it, the list has it: the row that was clicked last, or its first. */
function useWayBack(scroller: RefObject<HTMLElement | null>, last: string | null): void {
  const findPlace = useEffectEvent((list: HTMLElement) => {
    const rows = [...list.querySelectorAll<HTMLElement>('a[href^="/c/"]')];
    return rows.find((row) => row.getAttribute("href") === `/c/${last}`) ?? rows[0];
  });
  useEffect(() => {
    const list = scroller.current;
    return () => {
      if (list?.isConnected && document.activeElement === document.body) findPlace(list)?.focus();
    };
  }, [scroller]);
}

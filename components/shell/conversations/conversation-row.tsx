import { Pin } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useState } from "react";
import { Menu } from "@/components/ui/menu";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Folder } from "@/lib/protocol/folders";
import { ConversationMenuItems } from "./conversation-menu";
import { conversationType } from "./folder-section";
import { RenameForm } from "./rename-form";
import type { ConversationActions } from "./use-conversations";
import type { Selection } from "./selection";

const SelectableRow = lazy(async () => ({ default: (await import("./selection-bar")).SelectableRow }));

/** What is the same for all rows. */
export type RowProps = {
  openId: string | null;
  folders: readonly Folder[];
  actions: ConversationActions;
  selection: Selection;
  /** A conversation was opened. */
  onNavigate: () => void;
};

type Props = Omit<RowProps, "openId"> & { conversation: ConversationSummary; isOpen: boolean };

/** Drawn again only when something of it has changed, not when the list is scrolled. */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, isOpen, folders, actions, selection, onNavigate } = props;
  const t = useTranslations();
  const [isRenaming, setRenaming] = useState(false);
  const title = conversation.title || t("shell.untitled");

  const rename = (wanted: string): void => {
    setRenaming(false);
    if (wanted !== "" && wanted !== conversation.title) void actions.rename(conversation.id, wanted);
  };

  if (isRenaming) {
    return <RenameForm title={title} onDone={rename} onCancel={() => setRenaming(false)} />;
  }
  const link = (
    <div className={`group relative flex items-center rounded-lg ${isOpen ? "bg-tint" : "hover:bg-sunken"}`}>
      <Link
        href={`/c/${conversation.id}`}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        onDragStart={(event) => event.dataTransfer.setData(conversationType, conversation.id)}
        onClick={onNavigate}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-lg px-2 py-[calc(0.5rem*var(--room))] text-sm leading-5 group-has-focus-visible:pe-9 group-has-[:popover-open]:pe-9 group-hover:pe-9 pointer-coarse:py-3 pointer-coarse:pe-11"
      >
        {conversation.activeRunId !== null && <RunningMark />}
        {conversation.pinned && <Pin className="size-3.5 shrink-0 text-mark" aria-hidden="true" />}
        <span className="truncate" dir="auto">
          {title}
        </span>
      </Link>
      <div className={menuClasses}>
        <Menu label={t("shell.rowMenu", { title })} icon={<Dots />} className="after:hidden">
          <ConversationMenuItems
            {...{ conversation, isOpen, folders, actions }}
            onRename={() => setRenaming(true)}
            onSelectSeveral={() => selection.start(conversation.id)}
          />
        </Menu>
      </div>
    </div>
  );
  if (selection.selected === null) return link;
  return (
    <Suspense fallback={link}>
      <SelectableRow conversation={conversation} selection={selection} />
    </Suspense>
  );
});

/** Over the title's end on hover or focus; always on a touch screen. Its name says what a tooltip would. */
const menuClasses =
  "absolute end-0 top-0 flex opacity-0 group-has-focus-visible:opacity-100 group-has-[:popover-open]:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100";

/** As one path: a circle for each dot would be a sixth of the page's elements. */
function Dots() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-4 stroke-current stroke-3 [stroke-linecap:round]"
    >
      <path d="M5 12h0M12 12h0M19 12h0" />
    </svg>
  );
}

function RunningMark() {
  const t = useTranslations("shell");
  return (
    <span className="size-2 shrink-0 animate-pulse rounded-full bg-mark" title={t("running")}>
      <span className="sr-only">{t("running")}</span>
    </span>
  );
}

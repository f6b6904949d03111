import { Pin } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense, useState } from "react";
import { Menu } from "@/components/ui/menu";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Folder } from "@/lib/features/folders/shape";
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
    <div className={`list-row ${isOpen ? "bg-tint" : "hover:bg-sunken"}`}>
      <Link
        href={`/c/${conversation.id}`}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        onDragStart={(event) => event.dataTransfer.setData(conversationType, conversation.id)}
        onClick={onNavigate}
      >
        {conversation.activeRunId !== null && <RunningMark />}
        {conversation.pinned && <Pin className="size-3.5 shrink-0 text-mark" aria-hidden="true" />}
        <Title>{title}</Title>
      </Link>
      <div>
        <Menu label={t("shell.rowMenu", { title })} icon={<MenuIcon />} className="after:hidden">
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

/** Of one element, as each row has one. */
function MenuIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-4 stroke-current stroke-3 [stroke-linecap:round]"
      aria-hidden="true"
    >
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
  );
}

/** It pulses until the conversation is there. */
function Title({ children }: { children: string }) {
  const { pending } = useLinkStatus();
  return (
    <span dir="auto" className={`truncate ${pending ? "motion-safe:animate-pulse" : ""}`}>
      {children}
    </span>
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

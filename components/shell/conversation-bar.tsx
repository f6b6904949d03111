import { Ellipsis, MessageCircleDashed, Pin } from "lucide-react";
import { useTranslations } from "next-intl";
import { ConversationMenuItems } from "@/components/shell/conversations/conversation-menu";
import { RenameForm } from "@/components/shell/conversations/rename-form";
import type { ConversationActions } from "@/components/shell/conversations/use-conversations";
import type { FolderList } from "@/components/shell/conversations/use-folders";
import type { Overlay, SetOverlay } from "@/components/shell/palette/use-overlay";
import { ShareButton } from "@/components/sharing/share-button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import type { OpenConversation } from "@/lib/client/open-conversation";

type Props = {
  conversation: OpenConversation;
  folderList: FolderList;
  actions: ConversationActions;
  /** With `rename` its title is a field. */
  overlay: Overlay | null;
  onOverlay: SetOverlay;
};

/** The line above a conversation: what it is called, where it is kept, and what can be done with it. */
export function ConversationBar({ conversation, folderList, actions, overlay, onOverlay }: Props) {
  const t = useTranslations();
  const { folders } = folderList;
  const { id, pinned = false, isTemporary, agent } = conversation;
  const title = conversation.title || t("shell.untitled");
  const folder = folders.find((one) => one.id === conversation.folder);
  if (isTemporary)
    return (
      <p className="flex min-w-0 flex-1 items-center gap-2 px-1 text-sm font-medium">
        <MessageCircleDashed className="size-4 shrink-0" aria-hidden="true" />
        <span className="truncate">{t("shell.temporaryName")}</span>
      </p>
    );
  const rename = (wanted: string): void => {
    onOverlay(null);
    if (wanted !== "" && wanted !== conversation.title) void actions.rename(id, wanted);
  };
  if (overlay === "rename")
    return <RenameForm title={title} onDone={rename} onCancel={() => onOverlay(null)} />;
  return (
    <>
      <div className="flex min-w-0 flex-1 items-baseline gap-2">
        <button
          type="button"
          onClick={() => onOverlay("rename")}
          title={t("common.rename")}
          className="min-w-0 truncate rounded-md px-1 py-1 text-sm font-medium hover:bg-sunken pointer-coarse:py-3"
          dir="auto"
        >
          {title}
        </button>
        <span className="hidden shrink-0 text-xs text-quiet sm:inline">
          {[folder?.name, agent].filter(Boolean).join(" · ")}
        </span>
      </div>
      <IconButton
        label={t(pinned ? "shell.unpin" : "shell.pin")}
        aria-pressed={pinned}
        icon={<Pin className={`size-4 ${pinned ? "fill-mark text-mark" : ""}`} aria-hidden="true" />}
        tip="bottom"
        onClick={() => void actions.file(id, { pinned: !pinned })}
        className="max-sm:hidden"
      />
      <ShareButton place={{ conversationId: id }} tip="bottom" />
      <Menu
        label={t("shell.rowMenu", { title })}
        icon={<Ellipsis className="size-4" aria-hidden="true" />}
        tip="left"
      >
        <ConversationMenuItems
          {...{ conversation, folders, actions }}
          isOpen
          onRename={() => onOverlay("rename")}
        />
      </Menu>
    </>
  );
}

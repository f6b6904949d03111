import {
  Archive,
  Folder as FolderIcon,
  FolderX,
  ListChecks,
  PencilLine,
  Pin,
  PinOff,
  Trash2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import type { Folder } from "@/lib/features/folders/shape";
import type { Filing } from "./conversations-reducer";
import type { ConversationActions } from "./use-conversations";

type MenuProps = {
  conversation: ConversationSummary;
  isOpen: boolean;
  folders: readonly Folder[];
  actions: ConversationActions;
  onRename: () => void;
  /** Absent where there is only this one. */
  onSelectSeveral?: () => void;
};

/** What can be done with a conversation in the list and in the line above it. */
export function ConversationMenuItems({ onRename, onSelectSeveral, ...props }: MenuProps) {
  const { conversation, isOpen, folders, actions } = props;
  const t = useTranslations();
  const { id, pinned = false, folder } = conversation;
  const file = useFiling(conversation, isOpen, actions);
  const remove = useRemoval(conversation, isOpen, actions);
  const others = folders.filter((one) => one.id !== folder);
  const isFiled = folders.some((one) => one.id === folder);
  const iconOf = (Icon: typeof Pin) => <Icon className="size-4" aria-hidden="true" />;
  return (
    <>
      <MenuItem icon={iconOf(PencilLine)} onSelect={onRename}>
        {t("common.rename")}
      </MenuItem>
      <MenuItem
        icon={iconOf(pinned ? PinOff : Pin)}
        onSelect={() => void actions.file(id, { pinned: !pinned })}
      >
        {t(pinned ? "shell.unpin" : "shell.pin")}
      </MenuItem>
      {others.map((one) => (
        <MenuItem key={one.id} icon={iconOf(FolderIcon)} onSelect={() => file({ folder: one.id })}>
          {t("shell.moveTo", { name: one.name })}
        </MenuItem>
      ))}
      {isFiled && (
        <MenuItem icon={iconOf(FolderX)} onSelect={() => file({ folder: null })}>
          {t("shell.moveOut")}
        </MenuItem>
      )}
      <MenuItem icon={iconOf(Archive)} onSelect={() => file({ archived: true })}>
        {t("shell.archive")}
      </MenuItem>
      {onSelectSeveral && (
        <MenuItem icon={iconOf(ListChecks)} onSelect={onSelectSeveral}>
          {t("shell.selectSeveral")}
        </MenuItem>
      )}
      <MenuItem icon={iconOf(Trash2)} tone="danger" onSelect={remove}>
        {t("common.delete")}
      </MenuItem>
    </>
  );
}

/** Says what was done, with the way back. */
function useFiling(
  { id, title, folder }: ConversationSummary,
  isOpen: boolean,
  actions: ConversationActions,
): (filing: Filing) => void {
  const t = useTranslations();
  const router = useRouter();
  const name = title || t("shell.untitled");
  return (filing) => {
    const isArchived = filing.archived === true;
    const back: Filing = isArchived ? { archived: false } : { folder: folder ?? null };
    void actions.file(id, filing);
    if (isArchived && isOpen) router.push("/");
    showToast({
      text: t(isArchived ? "shell.archived" : "shell.moved", { title: name }),
      undo: () => void actions.file(id, back),
    });
  };
}

/** Takes it off the list at once; nothing is deleted before the time for undoing is over. */
function useRemoval(
  { id, title }: ConversationSummary,
  isOpen: boolean,
  actions: ConversationActions,
): () => void {
  const t = useTranslations();
  const router = useRouter();
  const name = title || t("shell.untitled");
  return () => {
    actions.remove([id], () =>
      showToast({ text: t("shell.deleteFailed", { title: name }), isFailure: true }),
    );
    if (isOpen) router.push("/");
    const undo = (): void => {
      actions.restore([id]);
      if (isOpen) router.push(`/c/${id}`);
    };
    showToast({
      text: t("shell.deleted", { title: name }),
      undo,
    });
  };
}

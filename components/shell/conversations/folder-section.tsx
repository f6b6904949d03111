import { ChevronRight, Ellipsis, PencilLine, SquarePen, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useState, type DragEvent, type ReactNode } from "react";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Folder } from "@/lib/features/folders/shape";

/** What a dragged conversation is known by. */
export const conversationType = "application/x-sextant-conversation";

type Props = {
  folder: Folder;
  children: ReactNode;
  onOpen: () => void;
  onDropped: (conversationId: string) => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** A folder of the list: opened it shows its conversations, and it takes those that are dropped on it. */
export function FolderSection({ folder, children, onOpen, onDropped, onEdit, onRemove }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const take = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onDropped(event.dataTransfer.getData(conversationType));
  };
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes(conversationType)) return;
    event.preventDefault();
    setOver(true);
  };
  const toggle = (): void => {
    if (!isOpen) onOpen();
    setOpen(!isOpen);
  };
  return (
    <div>
      <div className={`flex items-center rounded-lg ${isOver ? "bg-tint" : "hover:bg-sunken"}`}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          onDragOver={onDragOver}
          onDragLeave={() => setOver(false)}
          onDrop={take}
          className="flex h-9 min-w-0 flex-1 items-center gap-1.5 rounded-lg ps-1.5 text-start text-sm pointer-coarse:h-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 text-quiet transition-transform ${isOpen ? "rotate-90" : ""}`}
          />
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {folder.name}
          </span>
        </button>
        <FolderMenu {...{ folder, onEdit, onRemove }} />
      </div>
      <div id={id} hidden={!isOpen} className="ps-3">
        {children}
      </div>
    </div>
  );
}

function FolderMenu({ folder, onEdit, onRemove }: Pick<Props, "folder" | "onEdit" | "onRemove">) {
  const t = useTranslations("shell.folders");
  const router = useRouter();
  const iconOf = (Icon: typeof SquarePen) => <Icon className="size-4" aria-hidden="true" />;
  return (
    <Menu
      label={t("menu", { name: folder.name })}
      icon={iconOf(Ellipsis)}
      className="size-8 after:hidden pointer-coarse:size-11"
    >
      <MenuItem icon={iconOf(SquarePen)} onSelect={() => router.push(`/?folder=${folder.id}`)}>
        {t("newIn")}
      </MenuItem>
      <MenuItem icon={iconOf(PencilLine)} onSelect={onEdit}>
        {t("edit")}
      </MenuItem>
      <MenuItem icon={iconOf(Trash2)} tone="danger" onSelect={onRemove}>
        {t("remove")}
      </MenuItem>
    </Menu>
  );
}

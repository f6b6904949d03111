import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, type ReactNode } from "react";
import { toIconItem } from "@/components/ui/icon-item";
import type { Folder } from "@/lib/features/folders/shape";
import { FolderSection } from "./folder-section";
import type { ConversationActions } from "./use-conversations";
import type { FolderList } from "./use-folders";

const FolderForm = lazy(async () => ({ default: (await import("./folder-form")).FolderForm }));

type FoldersProps = {
  folderList: FolderList;
  actions: ConversationActions;
  toRows: (folder: Folder) => ReactNode;
};

/** The folders, each with what is filed in it, and how one is made. */
export function Folders({ folderList, actions, toRows }: FoldersProps) {
  const id = useId();
  const t = useTranslations("shell.folders");
  const { folders, edited, edit, save, remove } = folderList;
  return (
    <section aria-labelledby={id} className="pt-1">
      <div className="flex items-center justify-between pb-1">
        <h2 id={id} className="px-2 text-xs leading-5 font-medium text-quiet">
          {t("label")}
        </h2>
        <button type="button" {...toIconItem(t("new"))} onClick={() => edit("new")}>
          <Plus className="size-4" aria-hidden="true" />
        </button>
      </div>
      {folders.map((folder) => (
        <FolderSection
          key={folder.id}
          folder={folder}
          onOpen={() => void actions.loadFolder(folder.id)}
          onDropped={(id) => void actions.file(id, { folder: folder.id })}
          onEdit={() => edit(folder)}
          onRemove={() => remove(folder)}
        >
          {toRows(folder)}
        </FolderSection>
      ))}
      {edited !== null && (
        <Suspense fallback={null}>
          <FolderForm folder={edited === "new" ? null : edited} onClose={() => edit(null)} onSave={save} />
        </Suspense>
      )}
    </section>
  );
}

import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { deleteFolder } from "@/lib/features/folders/api";
import { callRemoval } from "@/lib/client/request";
import type { Folder } from "@/lib/protocol/folders";

export type FolderList = {
  folders: readonly Folder[];
  /** The folder whose form is open, `new` for one that is made; `null` when none is. */
  edited: Folder | "new" | null;
  edit: (folder: Folder | "new" | null) => void;
  noteSaved: (folder: Folder) => void;
  /** Its conversations stay. */
  remove: (folder: Folder) => void;
};

/** The person's folders, by name. */
export function useFolders(initial: readonly Folder[]): FolderList {
  const t = useTranslations("shell.folders");
  const [folders, setFolders] = useState(initial);
  const [edited, edit] = useState<Folder | "new" | null>(null);
  const put = (folder: Folder) =>
    setFolders((known) =>
      [...known.filter(({ id }) => id !== folder.id), folder].sort((a, b) => a.name.localeCompare(b.name)),
    );
  const remove = async (folder: Folder): Promise<void> => {
    setFolders((known) => known.filter(({ id }) => id !== folder.id));
    const answer = await callRemoval(deleteFolder, { params: folder });
    if (answer.ok) return showToast({ text: t("removed", { name: folder.name }) });
    put(folder);
    showToast({ text: t("notRemoved", { name: folder.name }), isFailure: true });
  };
  return { folders, edited, edit, noteSaved: put, remove: (folder) => void remove(folder) };
}

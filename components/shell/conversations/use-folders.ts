import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { changeFolder, createFolder, deleteFolder } from "@/lib/features/folders/api";
import { call, callRemoval, type Answer } from "@/lib/client/request";
import type { Folder, NewFolder } from "@/lib/features/folders/shape";

export type FolderList = {
  folders: readonly Folder[];
  /** The folder whose form is open, `new` for one that is made; `null` when none is. */
  edited: Folder | "new" | null;
  edit: (folder: Folder | "new" | null) => void;
  /** Changes it, or makes one where there is none. */
  save: (folder: Folder | null, asked: NewFolder) => Promise<Answer<Folder>>;
  /** Its conversations stay. */
  remove: (folder: Folder) => void;
};

/** The person's folders, by name. `initial` is `null` until they are there. */
export function useFolders(initial: readonly Folder[] | null): FolderList {
  const t = useTranslations("shell.folders");
  const [seen, setSeen] = useState(initial);
  const [folders, setFolders] = useState(initial ?? []);
  if (initial !== null && initial !== seen) {
    setSeen(initial);
    setFolders(initial);
  }
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
  const save = async (folder: Folder | null, asked: NewFolder) => {
    const answer = await (folder === null
      ? call(createFolder, { body: asked })
      : call(changeFolder, { params: folder, body: asked }));
    if (answer.ok) put(answer.value);
    return answer;
  };
  return { folders, edited, edit, save, remove: (folder) => void remove(folder) };
}

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useReason } from "@/components/ui/use-reason";
import { folderApi } from "@/lib/client/folders";
import { request } from "@/lib/client/request";
import type { CollectionsReply, CollectionView } from "@/lib/protocol/documents";
import type { Folder } from "@/lib/protocol/folders";

type Props = {
  /** The one that is changed; `null` for a new one. */
  folder: Folder | null;
  onClose: () => void;
  onSaved: (folder: Folder) => void;
};

/** A folder's name, what answers in it keep to, and what is searched for them. */
export function FolderForm({ folder, onClose, onSaved }: Props) {
  const t = useTranslations("shell.folders");
  const explain = useReason();
  const save = async (entered: FormData): Promise<string | null> => {
    const body = {
      name: String(entered.get("name") ?? "").trim(),
      instructions: String(entered.get("instructions") ?? "").trim(),
      collections: entered.getAll("collection").map(String),
    };
    if (body.name === "") return t("noName");
    const answer = await (folder === null ? folderApi.create(body) : folderApi.change(folder.id, body));
    if (!answer.ok) return explain(answer);
    onSaved(answer.value);
    return null;
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(folder === null ? "new" : "edit")}
      action={t(folder === null ? "create" : "save")}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields folder={folder} />
    </ConfirmDialog>
  );
}

function Fields({ folder }: { folder: Folder | null }) {
  const t = useTranslations("shell.folders");
  const id = useId();
  const collections = useCollections();
  return (
    <div className="grid gap-4">
      <label className="grid gap-1 text-sm font-medium">
        {t("name")}
        <input
          name="name"
          dir="auto"
          maxLength={120}
          defaultValue={folder?.name}
          className="text-field h-11 px-3 text-base font-normal"
        />
      </label>
      <div className="grid gap-1">
        <label htmlFor={`${id}-instructions`} className="text-sm font-medium">
          {t("instructions")}
        </label>
        <textarea
          id={`${id}-instructions`}
          name="instructions"
          dir="auto"
          rows={4}
          maxLength={4_000}
          defaultValue={folder?.instructions}
          aria-describedby={`${id}-help`}
          className="text-field h-auto resize-y px-3 py-2 text-base leading-6"
        />
        <p id={`${id}-help`} className="text-sm leading-5 text-quiet">
          {t("instructionsHelp")}
        </p>
      </div>
      {collections.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-sm font-medium">{t("collections")}</legend>
          {collections.map((collection) => (
            <label key={collection.id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="collection"
                value={collection.id}
                defaultChecked={folder?.collections.includes(collection.id)}
              />
              <span dir="auto">{collection.name}</span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function useCollections(): CollectionView[] {
  const [collections, setCollections] = useState<CollectionView[]>([]);
  useEffect(() => {
    const left = new AbortController();
    void request<CollectionsReply>("/api/collections", { signal: left.signal }).then((answer) => {
      if (answer.ok && !left.signal.aborted) setCollections(answer.value.collections);
    });
    return () => left.abort();
  }, []);
  return collections;
}

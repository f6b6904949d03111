import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, LongField, readField } from "@/components/ui/field";
import { listCollections } from "@/lib/features/documents/api";
import { loadFrom } from "@/lib/client/request";
import { alone, useResource } from "@/lib/client/resource";
import type { Folder } from "@/lib/features/folders/shape";
import type { FolderList } from "./use-folders";

type Props = {
  /** The one that is changed; `null` for a new one. */
  folder: Folder | null;
  onClose: () => void;
  onSave: FolderList["save"];
};

/** A folder's name, what answers in it keep to, and what is searched for them. */
export function FolderForm({ folder, onClose, onSave }: Props) {
  const t = useTranslations("shell.folders");
  const save = async (entered: FormData) => {
    const body = {
      name: readField(entered, "name"),
      instructions: readField(entered, "instructions"),
      collections: entered.getAll("collection").map(String),
    };
    if (body.name === "") return { fields: { name: t("noName") } };
    return onSave(folder, body);
  };
  return (
    <ConfirmDialog
      title={t(folder === null ? "new" : "edit")}
      action={t(folder === null ? "create" : "save")}
      onConfirm={save}
      onClose={onClose}
    >
      <Field label={t("name")} name="name" maxLength={120} defaultValue={folder?.name} />
      <LongField
        label={t("instructions")}
        name="instructions"
        hint={t("instructionsHelp")}
        rows={4}
        maxLength={4_000}
        defaultValue={folder?.instructions}
      />
      <Collections chosen={folder?.collections ?? []} />
    </ConfirmDialog>
  );
}

const collectionsAlone = { ...alone, load: loadFrom(listCollections) };

/** Nothing where there are none. */
function Collections({ chosen }: { chosen: readonly string[] }) {
  const t = useTranslations("shell.folders");
  const collections = useResource(collectionsAlone).reply?.collections ?? [];
  if (collections.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-sm font-medium">{t("collections")}</legend>
      {collections.map(({ id, name }) => (
        <label key={id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
          <input type="checkbox" name="collection" value={id} defaultChecked={chosen.includes(id)} />
          <span dir="auto">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

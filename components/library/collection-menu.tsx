"use client";

import { Ellipsis, PencilLine, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { createDocumentsApi } from "@/components/documents/documents";
import type { CollectionView } from "@/lib/features/documents/shape/documents";
import { CollectionForm } from "./collection-form";

type Props = {
  collection: CollectionView;
  canShare: boolean;
  onChange: () => void;
  onRemoved: () => void;
};

const api = createDocumentsApi();

/** What the owner can do with a collection; sharing and deleting ask first. */
export function CollectionMenu({ collection, canShare, onChange, onRemoved }: Props) {
  const t = useTranslations("library");
  const [open, setOpen] = useState<"edit" | "share" | "remove" | null>(null);
  const onClose = () => setOpen(null);
  const { id, name, shared, documents } = collection;
  const sharing = t(shared ? "collections.unshare" : "collections.share");
  const finish = () => {
    showToast({ text: t("said.collectionRemoved", { name }) });
    onRemoved();
  };
  return (
    <>
      <Menu
        label={t("collections.menu", { name })}
        icon={<Ellipsis size={18} aria-hidden />}
        className="after:hidden"
      >
        <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => setOpen("edit")}>
          {t("collections.edit")}
        </MenuItem>
        {canShare && (
          <MenuItem icon={<Users size={16} aria-hidden />} onSelect={() => setOpen("share")}>
            {sharing}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={() => setOpen("remove")}>
          {t("collections.remove")}
        </MenuItem>
      </Menu>
      {open === "edit" && <CollectionForm {...{ collection, onClose }} onSaved={onChange} />}
      <ConfirmDialog
        isOpen={open === "share"}
        title={t(shared ? "ask.unshareTitle" : "ask.shareTitle", { name })}
        action={sharing}
        onConfirm={() => api.changeCollection(id, { shared: !shared })}
        onDone={onChange}
        onClose={onClose}
      >
        <p className="text-sm leading-5">{t(shared ? "ask.unshare" : "ask.share")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === "remove"}
        title={t("ask.removeTitle", { name })}
        action={t("collections.remove")}
        isDangerous
        onConfirm={() => api.removeCollection(id)}
        onDone={finish}
        onClose={onClose}
      >
        <p className="text-sm leading-5">{t("ask.remove", { count: documents })}</p>
      </ConfirmDialog>
    </>
  );
}

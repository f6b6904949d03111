"use client";

import { Ellipsis, PencilLine, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { createDocumentsApi } from "@/lib/client/documents";
import type { CollectionView } from "@/lib/protocol/documents";
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
  const explain = useReason();
  const [open, setOpen] = useState<"edit" | "share" | "remove" | null>(null);
  const close = () => setOpen(null);
  const { name, shared, documents } = collection;
  const remove = async (): Promise<string | null> => {
    const answer = await api.removeCollection(collection.id);
    if (!answer.ok && answer.status !== 404) return explain(answer);
    showToast({ text: t("said.collectionRemoved", { name }) });
    onRemoved();
    return null;
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
            {t(shared ? "collections.unshare" : "collections.share")}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 size={16} aria-hidden />} tone="danger" onSelect={() => setOpen("remove")}>
          {t("collections.remove")}
        </MenuItem>
      </Menu>
      <CollectionForm isOpen={open === "edit"} collection={collection} onClose={close} onSaved={onChange} />
      <ShareDialog isOpen={open === "share"} {...{ collection, onChange, onClose: close }} />
      <ConfirmDialog
        isOpen={open === "remove"}
        title={t("ask.removeTitle", { name })}
        action={t("collections.remove")}
        isDangerous
        onConfirm={remove}
        onClose={close}
      >
        <p className="text-sm leading-5">{t("ask.remove", { count: documents })}</p>
      </ConfirmDialog>
    </>
  );
}

type ShareProps = {
  isOpen: boolean;
  collection: CollectionView;
  onChange: () => void;
  onClose: () => void;
};

function ShareDialog({ isOpen, collection: { id, name, shared }, onChange, onClose }: ShareProps) {
  const t = useTranslations("library");
  const explain = useReason();
  const share = async (): Promise<string | null> => {
    const answer = await api.changeCollection(id, { shared: !shared });
    if (!answer.ok) return explain(answer);
    onChange();
    return null;
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(shared ? "ask.unshareTitle" : "ask.shareTitle", { name })}
      action={t(shared ? "collections.unshare" : "collections.share")}
      onConfirm={share}
      onClose={onClose}
    >
      <p className="text-sm leading-5">{t(shared ? "ask.unshare" : "ask.share")}</p>
    </ConfirmDialog>
  );
}

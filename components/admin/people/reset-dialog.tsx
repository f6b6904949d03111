import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useReason } from "@/components/ui/use-reason";
import { Dialog } from "@/components/ui/dialog";
import { adminApi } from "@/lib/client/admin-api";
import type { LinkReply, PersonRow } from "@/lib/protocol/accounts";
import { ShownLink } from "./shown-link";

/** Asks first, then shows a link with which the person chooses a new password. */
export function ResetDialog({
  isOpen,
  person,
  onClose,
}: {
  isOpen: boolean;
  person: PersonRow;
  onClose: () => void;
}) {
  const t = useTranslations();
  const explain = useReason();
  const [reply, setReply] = useState<LinkReply | null>(null);
  const title = t("admin.people.reset.title", { person: person.name || person.email });
  const create = async (): Promise<string | null> => {
    const answer = await adminApi.createResetLink(person.id);
    if (!answer.ok) return explain(answer);
    setReply(answer.value);
    return null;
  };
  if (reply !== null) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t("common.close")}>
        <ShownLink reply={reply} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      action={t("admin.people.reset.do")}
      isClosedByItself={false}
      onConfirm={create}
      onClose={onClose}
    >
      <p className="text-sm leading-5 text-quiet">{t("admin.people.reset.help")}</p>
    </ConfirmDialog>
  );
}

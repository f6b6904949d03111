import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { LinkReply } from "@/lib/protocol/accounts";
import { InviteForm } from "./invite-form";
import { ShownLink } from "./shown-link";

type Props = { isOpen: boolean; onClose: () => void; onInvited: () => void };

/** Asks for whom and as what, then shows the link. */
export function InviteDialog({ isOpen, onClose, onInvited }: Props) {
  const t = useTranslations();
  const [reply, setReply] = useState<LinkReply | null>(null);
  const close = (): void => {
    setReply(null);
    onClose();
  };
  const show = (made: LinkReply): void => {
    setReply(made);
    onInvited();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t("admin.people.inviteTitle")}
      closeLabel={t("common.close")}
    >
      {reply === null ? (
        <InviteForm onCancel={close} onInvited={show} />
      ) : (
        <div className="grid gap-3">
          <ShownLink reply={reply} />
          <Button tone="primary" className="ms-auto" onClick={close}>
            {t("admin.people.link.done")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

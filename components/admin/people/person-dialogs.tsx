import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { PatchPerson, PersonRow, LinkReply } from "@/lib/features/accounts/shape/accounts";
import { RoleChoice } from "./invite-form";
import { QuotaDialog } from "./quota-dialog";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { createResetLink } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { ShownLink } from "./shown-link";

export type PersonAction = { kind: "quota" | "role" | "reset" | "disable"; person: PersonRow };

type Props = {
  action: PersonAction;
  patch: (person: PersonRow, change: PatchPerson) => Promise<string | null>;
  onClose: () => void;
};

/** What was chosen for a person, with what it means before it happens. */
export function PersonDialogs({ action: { kind, person }, patch, onClose }: Props) {
  const t = useTranslations("admin.people");
  const name = person.name || person.email;
  switch (kind) {
    case "quota":
      return <QuotaDialog person={person} patch={patch} onClose={onClose} />;
    case "reset":
      return <ResetDialog person={person} onClose={onClose} />;
    case "role":
      return <RoleDialog {...{ person, patch, onClose }} />;
    case "disable": {
      const { isDisabled } = person;
      return (
        <ConfirmDialog
          title={t(isDisabled ? "disable.enableTitle" : "disable.disableTitle", { person: name })}
          action={t(isDisabled ? "disable.enable" : "disable.disable")}
          isDangerous={!isDisabled}
          onConfirm={() => patch(person, { isDisabled: !isDisabled })}
          onClose={onClose}
        >
          <p className="text-sm leading-5 text-quiet">
            {t(isDisabled ? "disable.enableHelp" : "disable.disableHelp")}
          </p>
        </ConfirmDialog>
      );
    }
  }
}

/** What the person may be from now on. */
function RoleDialog({ person, patch, onClose }: Omit<Props, "action"> & { person: PersonRow }) {
  const t = useTranslations("admin.people.role");
  const [role, setRole] = useState(person.role);
  return (
    <ConfirmDialog
      title={t("changeTitle", { person: person.name || person.email })}
      action={t("change")}
      isDangerous={person.role === "admin" && role !== "admin"}
      onConfirm={() => patch(person, { role })}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
      <p className="pt-2 text-sm leading-5 text-quiet">{t("changeHelp")}</p>
    </ConfirmDialog>
  );
}

/** Asks first, then shows a link with which the person chooses a new password. */
function ResetDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const t = useTranslations();
  const [reply, setReply] = useState<LinkReply | null>(null);
  const title = t("admin.people.reset.title", { person: person.name || person.email });
  if (reply !== null) {
    return (
      <Dialog isOpen onClose={onClose} title={title} closeLabel={t("common.close")}>
        <ShownLink reply={reply} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      action={t("admin.people.reset.do")}
      isClosedByItself={false}
      onConfirm={() => call(createResetLink, { params: person })}
      onDone={setReply}
      onClose={onClose}
    >
      <p className="text-sm leading-5 text-quiet">{t("admin.people.reset.help")}</p>
    </ConfirmDialog>
  );
}

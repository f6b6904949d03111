import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { PatchPerson, PersonRow } from "@/lib/protocol/accounts";
import { QuotaDialog } from "./quota-dialog";
import { ResetDialog } from "./reset-dialog";

export type PersonAction = { kind: "quota" | "role" | "reset" | "disable"; person: PersonRow };

type Props = {
  action: PersonAction;
  isOpen: boolean;
  patch: (person: PersonRow, change: PatchPerson) => Promise<string | null>;
  onClose: () => void;
};

/** What was chosen for a person, with what it means before it happens. */
export function PersonDialogs({ action: { kind, person }, isOpen, patch, onClose }: Props) {
  const t = useTranslations("admin.people");
  const name = person.name || person.email;
  switch (kind) {
    case "quota":
      return <QuotaDialog isOpen={isOpen} person={person} patch={patch} onClose={onClose} />;
    case "reset":
      return <ResetDialog isOpen={isOpen} person={person} onClose={onClose} />;
    case "role": {
      const isAdmin = person.role === "admin";
      return (
        <ConfirmDialog
          isOpen={isOpen}
          title={t(isAdmin ? "role.demoteTitle" : "role.promoteTitle", { person: name })}
          action={t(isAdmin ? "role.demote" : "role.promote")}
          isDangerous={isAdmin}
          onConfirm={() => patch(person, { role: isAdmin ? "member" : "admin" })}
          onClose={onClose}
        >
          <p className="text-sm leading-5 text-quiet">
            {t(isAdmin ? "role.demoteHelp" : "role.promoteHelp")}
          </p>
        </ConfirmDialog>
      );
    }
    case "disable": {
      const { isDisabled } = person;
      return (
        <ConfirmDialog
          isOpen={isOpen}
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

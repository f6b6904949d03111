import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field, readField } from "@/components/ui/field";
import { invite } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { roles, type LinkReply, type Role } from "@/lib/features/accounts/shape/accounts";
import { ShownLink } from "./shown-link";

/** Asks for whom and as what, then shows the link. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const t = useTranslations();
  const [reply, setReply] = useState<LinkReply | null>(null);
  const [role, setRole] = useState<Role>("member");
  const title = t("admin.people.inviteTitle");
  const send = async (entered: FormData) => {
    const answer = await call(invite, { body: { email: readField(entered, "email") || null, role } });
    const isWrong = !answer.ok && answer.problem?.fields?.["email"] !== undefined;
    return isWrong ? { fields: { email: t("admin.people.emailWrong") } } : answer;
  };
  const show = (made: LinkReply): void => {
    setReply(made);
    onInvited();
  };
  if (reply !== null)
    return (
      <Dialog isOpen onClose={onClose} title={title} closeLabel={t("common.close")}>
        <div className="grid gap-3">
          <ShownLink reply={reply} />
          <Button tone="primary" className="ms-auto" onClick={onClose}>
            {t("admin.people.link.done")}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={title}
      action={t("admin.people.inviteDo")}
      isClosedByItself={false}
      onConfirm={send}
      onDone={show}
      onClose={onClose}
    >
      <Field
        label={t("admin.people.email")}
        name="email"
        hint={t("admin.people.emailHelp")}
        inputMode="email"
        maxLength={254}
        autoComplete="off"
      />
      <RoleChoice value={role} onChange={setRole} />
    </ConfirmDialog>
  );
}

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations("admin.people.role");
  const group = useId();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="pb-1 text-sm font-medium">{t("title")}</legend>
      {roles.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer gap-2 rounded-xl border border-hairline px-3 py-2 text-sm leading-5 font-medium has-checked:border-mark has-checked:bg-tint"
        >
          <input
            type="radio"
            name={group}
            checked={value === role}
            onChange={() => onChange(role)}
            className="mt-0.5 size-4 shrink-0"
          />
          <span>
            {t(role)}
            <span className="block text-xs leading-5 font-normal text-quiet">{t(`${role}Help`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

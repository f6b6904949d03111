import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { adminApi } from "@/lib/client/admin-api";
import { roles } from "@/lib/protocol/accounts";
import type { LinkReply, Role } from "@/lib/protocol/accounts";
import { ShownLink } from "./shown-link";

type Props = { isOpen: boolean; onClose: () => void; onInvited: () => void };

export function InviteDialog({ isOpen, onClose, onInvited }: Props) {
  const t = useTranslations();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("admin.people.inviteTitle")} closeLabel={t("common.close")}>
      <InviteForm onClose={onClose} onInvited={onInvited} />
    </Dialog>
  );
}

/** Asks for whom and as what, then shows the link. A failure keeps what was entered. */
function InviteForm({ onClose, onInvited }: Omit<Props, "isOpen">) {
  const t = useTranslations("admin");
  const errors = useTranslations("errors");
  const id = useId();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const [reply, setReply] = useState<LinkReply | null>(null);
  const invite = async (): Promise<void> => {
    setBusy(true);
    const answer = await adminApi.invite(email.trim() === "" ? null : email.trim(), role);
    setBusy(false);
    if (!answer.ok) return setReason(answer.problem?.fields?.["email"] ?? answer.problem?.detail ?? errors("unreachable"));
    setReply(answer.value);
    onInvited();
  };
  if (reply !== null) {
    return (
      <div className="grid gap-3">
        <ShownLink reply={reply} />
        <Button tone="primary" className="ms-auto" onClick={onClose}>
          {t("people.link.done")}
        </Button>
      </div>
    );
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <label htmlFor={`${id}-email`} className="text-sm font-medium">
        {t("people.email")}
        <span className="block text-sm leading-5 font-normal text-quiet">{t("people.emailHelp")}</span>
      </label>
      <input
        id={`${id}-email`}
        type="email"
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        className="text-field"
      />
      <RoleChoice value={role} onChange={setRole} />
      {reason !== null && (
        <p role="alert" className="text-sm leading-5 text-bad">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" tone="primary" disabled={isBusy}>
          {t("people.inviteDo")}
        </Button>
      </div>
    </form>
  );
}

function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations("admin.people.role");
  const group = useId();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="pb-1 text-sm font-medium">{t("title")}</legend>
      {roles.toReversed().map((role) => (
        <label
          key={role}
          className="flex cursor-pointer gap-2 rounded-xl border border-hairline px-3 py-2 text-sm leading-5 has-checked:border-mark has-checked:bg-tint"
        >
          <input
            type="radio"
            name={group}
            checked={value === role}
            onChange={() => onChange(role)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="block font-medium">{t(role)}</span>
            <span className="block text-xs leading-5 text-quiet">{t(`${role}Help`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

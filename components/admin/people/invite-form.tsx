import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { useReason } from "@/components/ui/use-reason";
import { Button } from "@/components/ui/button";
import { adminApi } from "@/lib/client/admin-api";
import { roles, type LinkReply, type Role } from "@/lib/protocol/accounts";

/** For whom and as what. A failure keeps what was entered. */
export function InviteForm({
  onCancel,
  onInvited,
}: {
  onCancel: () => void;
  onInvited: (reply: LinkReply) => void;
}) {
  const t = useTranslations("admin");
  const common = useTranslations("common");
  const id = useId();
  const { field, email, setEmail, role, setRole, isBusy, reason, invite } = useInvitation(onInvited);
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {t("people.email")}
        <span className="block text-sm leading-5 font-normal text-quiet">{t("people.emailHelp")}</span>
      </label>
      <input
        ref={field}
        id={id}
        type="email"
        maxLength={254}
        autoComplete="off"
        value={email}
        aria-invalid={reason !== null}
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
        <Button tone="quiet" onClick={onCancel}>
          {common("cancel")}
        </Button>
        <Button type="submit" tone="primary" aria-disabled={isBusy}>
          {t("people.inviteDo")}
        </Button>
      </div>
    </form>
  );
}

/** What is entered, and the sending of it. */
function useInvitation(onInvited: (reply: LinkReply) => void) {
  const t = useTranslations("admin");
  const explain = useReason();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const fail = (why: string): void => {
    setReason(why);
    field.current?.focus();
  };
  const invite = async (): Promise<void> => {
    if (isBusy) return;
    if (!field.current?.validity.valid) return fail(t("people.emailWrong"));
    setBusy(true);
    const answer = await adminApi.invite(email.trim() === "" ? null : email.trim(), role);
    setBusy(false);
    if (answer.ok) onInvited(answer.value);
    else fail(answer.problem?.fields?.["email"] === undefined ? explain(answer) : t("people.emailWrong"));
  };
  return { field, email, setEmail, role, setRole, isBusy, reason, invite };
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

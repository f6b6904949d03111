import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field, readField } from "@/components/ui/field";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { changeAddress, createResetLink, removePerson, signPersonOut } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import type { LinkReply, PersonRow } from "@/lib/features/accounts/shape/accounts";
import { RoleChoice } from "./invite-form";
import { QuotaDialog } from "./quota-dialog";
import { ShownLink } from "./shown-link";
import { runEach, type Patch } from "./use-people";

type Kind = "quota" | "role" | "reset" | "disable" | "signOut" | "address" | "remove";
/** What is to be done to one person, or to several at once. */
export type PersonAction = { kind: Kind; people: readonly PersonRow[] };

type Props = { action: PersonAction; patch: Patch; onDone: () => void; onClose: () => void };
type OneProps = Omit<Props, "action"> & { people: readonly PersonRow[]; who: string };

/** What was chosen, with what it means before it happens. */
export function PersonDialogs({ action: { kind, people }, ...rest }: Props) {
  const t = useTranslations("admin.people");
  const [first] = people;
  if (first === undefined) return null;
  const who = people.length === 1 ? first.name || first.email : t("several", { count: people.length });
  const all = { people, who, ...rest };
  switch (kind) {
    case "quota":
      return <QuotaDialog {...all} title={t("quota.title", { person: who })} />;
    case "reset":
      return <ResetDialog person={first} who={who} onClose={rest.onClose} />;
    case "role":
      return <RoleDialog {...all} role={first.role} />;
    case "disable":
      return <DisableDialog {...all} isDisabled={first.isDisabled} />;
    case "signOut":
      return <SignOutDialog {...all} />;
    case "address":
      return <AddressDialog {...all} person={first} />;
    case "remove":
      return <RemoveDialog {...all} person={first} />;
  }
}

function DisableDialog({ people, who, isDisabled, patch, ...rest }: OneProps & { isDisabled: boolean }) {
  const t = useTranslations("admin.people.disable");
  return (
    <ConfirmDialog
      title={t(isDisabled ? "enableTitle" : "disableTitle", { person: who })}
      action={t(isDisabled ? "enable" : "disable")}
      isDangerous={!isDisabled}
      onConfirm={() => patch(people, { isDisabled: !isDisabled })}
      {...rest}
    >
      <p className="text-sm leading-5 text-quiet">{t(isDisabled ? "enableHelp" : "disableHelp")}</p>
    </ConfirmDialog>
  );
}

/** What they may be from now on. */
function RoleDialog({ people, who, role: before, patch, ...rest }: OneProps & { role: PersonRow["role"] }) {
  const t = useTranslations("admin.people.role");
  const [role, setRole] = useState(before);
  return (
    <ConfirmDialog
      title={t("changeTitle", { person: who })}
      action={t("change")}
      isDangerous={people.some((person) => person.role === "admin") && role !== "admin"}
      onConfirm={() => patch(people, { role })}
      {...rest}
    >
      <RoleChoice value={role} onChange={setRole} />
      <p className="pt-2 text-sm leading-5 text-quiet">{t("changeHelp")}</p>
    </ConfirmDialog>
  );
}

function SignOutDialog({ people, who, patch: _patch, ...rest }: OneProps) {
  const t = useTranslations("admin.people.signOut");
  const explain = useReason();
  const signOut = () =>
    runEach(people, async (person) => {
      const answer = await call(signPersonOut, { params: person });
      return answer.ok ? null : explain(answer);
    });
  return (
    <ConfirmDialog title={t("title", { person: who })} action={t("action")} onConfirm={signOut} {...rest}>
      <p className="text-sm leading-5 text-quiet">{t("help")}</p>
    </ConfirmDialog>
  );
}

function AddressDialog({ person, who, onDone, onClose }: OneProps & { person: PersonRow }) {
  const t = useTranslations("admin.people.address");
  const send = async (entered: FormData) => {
    const answer = await call(changeAddress, {
      params: person,
      body: { email: readField(entered, "email") },
    });
    const isTaken = !answer.ok && answer.problem?.code === "already_exists";
    const isWrong = !answer.ok && answer.problem?.fields?.["email"] !== undefined;
    return isWrong ? { fields: { email: t(isTaken ? "taken" : "wrong") } } : answer;
  };
  return (
    <ConfirmDialog
      title={t("title", { person: who })}
      action={t("action")}
      onConfirm={send}
      onDone={({ isSent }) => {
        showToast({ text: t(isSent ? "sent" : "done") });
        onDone();
      }}
      onClose={onClose}
    >
      <Field
        label={t("label")}
        name="email"
        hint={t("help")}
        inputMode="email"
        maxLength={254}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}

/** Says what goes and what stays, and asks for the address, so that it cannot happen by a slip. */
function RemoveDialog({ person, who, onDone, onClose }: OneProps & { person: PersonRow }) {
  const t = useTranslations("admin.people.remove");
  const remove = async (entered: FormData) => {
    const email = readField(entered, "email");
    if (email.toLowerCase() !== person.email) return { fields: { email: t("mismatch") } };
    return call(removePerson, { params: person, body: { email } });
  };
  return (
    <ConfirmDialog
      title={t("title", { person: who })}
      action={t("action")}
      isDangerous
      onConfirm={remove}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="text-sm leading-5">{t("goes")}</p>
      <p className="text-sm leading-5 text-quiet">{t("stays")}</p>
      <Field
        label={t("type", { email: person.email })}
        name="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
    </ConfirmDialog>
  );
}

/** Asks first, then shows a link with which the person chooses a new password. */
function ResetDialog({ person, who, onClose }: { person: PersonRow; who: string; onClose: () => void }) {
  const t = useTranslations();
  const [reply, setReply] = useState<LinkReply | null>(null);
  const title = t("admin.people.reset.title", { person: who });
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

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field, LongField, readField, SelectField } from "@/components/ui/field";
import { invite } from "@/lib/features/accounts/api";
import { call, type RequestFailure } from "@/lib/client/request";
import {
  invitationDays,
  lineLength,
  mostInvited,
  roles,
  type InviteResult,
  type Role,
} from "@/lib/features/accounts/shape/accounts";
import { InviteResults } from "./invite-results";
import { readAddresses } from "./read-addresses";

/** Asks for whom, as what and for how long, then says what came of each address. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const t = useTranslations();
  const [results, setResults] = useState<readonly InviteResult[] | null>(null);
  const [text, setText] = useState("");
  const [role, setRole] = useState<Role>("member");
  const { emails, wrong } = readAddresses(text);
  const title = t("admin.people.inviteTitle");
  const send = async (entered: FormData) => {
    const fields = {
      ...(wrong.length > 0 && { emails: t("admin.people.emailsWrong", toWrong(wrong, emails.length)) }),
      ...(emails.length > mostInvited && { emails: t("admin.people.emailsMany", { most: mostInvited }) }),
    };
    if (Object.keys(fields).length > 0) return { fields };
    const answer = await call(invite, {
      body: { emails, role, days: Number(entered.get("days")), line: readField(entered, "line") },
    });
    const refused = answer.ok ? [] : findRefused(answer, emails);
    const others = emails.length - refused.length;
    return refused.length === 0
      ? answer
      : { fields: { emails: t("admin.people.emailsWrong", toWrong(refused, others)) } };
  };
  if (results !== null) return <Results results={results} title={title} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={title}
      action={t("admin.people.inviteDo", { count: emails.length })}
      isClosedByItself={false}
      onConfirm={send}
      onDone={({ results: made }) => {
        setResults(made);
        onInvited();
      }}
      onClose={onClose}
    >
      <LongField
        label={t("admin.people.emails")}
        name="emails"
        hint={t("admin.people.emailsHelp")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={60_000}
        autoComplete="off"
        spellCheck={false}
      />
      <FileChoice onAdd={(added) => setText((before) => [before.trim(), ...added].join("\n").trim())} />
      <RoleAndTime role={role} onRole={setRole} />
    </ConfirmDialog>
  );
}

type ResultsProps = { results: readonly InviteResult[]; title: string; onClose: () => void };

function Results({ results, title, onClose }: ResultsProps) {
  const t = useTranslations();
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t("common.close")}>
      <InviteResults results={results} />
      <div className="flex pt-4">
        <Button tone="primary" className="ms-auto" onClick={onClose}>
          {t("admin.people.link.done")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Takes the addresses out of a file, whatever else stands in it. */
function FileChoice({ onAdd }: { onAdd: (addresses: readonly string[]) => void }) {
  const t = useTranslations();
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { emails, wrong } = readAddresses(await file.text());
    onAdd([...emails, ...wrong.filter((piece) => piece.includes("@"))]);
  };
  return (
    <label className="-mt-2 w-fit text-sm">
      <span className="block pb-1 font-medium">{t("admin.people.file")}</span>
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ target }) => void read(target.files?.[0])}
      />
    </label>
  );
}

type RoleAndTimeProps = { role: Role; onRole: (role: Role) => void };

function RoleAndTime({ role, onRole }: RoleAndTimeProps) {
  const t = useTranslations();
  return (
    <>
      <SelectField
        label={t("admin.people.role.title")}
        name="role"
        hint={t(`admin.people.role.${role}Help`)}
        initial={role}
        options={roles.map((value) => ({ value, label: t(`admin.people.role.${value}`) }))}
        onChoose={(value) => onRole(roles.find((each) => each === value) ?? "member")}
      />
      <Field
        label={t("admin.people.days")}
        name="days"
        type="number"
        required
        min={invitationDays.min}
        max={invitationDays.max}
        defaultValue={invitationDays.usual}
      />
      <Field
        label={t("admin.people.line")}
        name="line"
        hint={t("admin.people.lineHelp")}
        maxLength={lineLength}
        autoComplete="off"
      />
    </>
  );
}

const mostNamed = 3;

function toWrong(wrong: readonly string[], others: number) {
  const named = wrong.slice(0, mostNamed).map((text) => `“${text.slice(0, 80)}”`);
  return { named: named.join(", "), count: wrong.length, more: wrong.length - named.length, others };
}

/** Those that the server took for none, by their place in the request. */
function findRefused({ problem }: RequestFailure, emails: readonly string[]): string[] {
  const places = Object.keys(problem?.fields ?? {}).map((name) => /^emails\.(\d+)$/.exec(name)?.[1]);
  return places.flatMap((place) => (place === undefined ? [] : (emails[Number(place)] ?? [])));
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

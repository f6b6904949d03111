"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { deleteAccount } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { AccountForm } from "./account-form";
import { EntryLink } from "./entry-link";
import { Field } from "@/components/ui/field";
import { leaveAccount } from "./leave-account";
import { PasswordField } from "./password-field";

type AccountOwner = { email: string; hasPassword: boolean };
const losses = ["goesConversations", "goesMemory", "goesAccount"] as const;

/** Says what goes, and asks for the address, so that it cannot happen by a slip. */
export function DeleteAccount(person: AccountOwner) {
  const t = useTranslations("account.deletion");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        {t("open")}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t("title")} closeLabel={t("cancel")}>
        <p>{t("goes")}</p>
        <ul className="list-disc ps-5 pt-1">
          {losses.map((loss) => (
            <li key={loss}>{t(loss)}</li>
          ))}
        </ul>
        <p className="py-3 text-sm leading-5 text-quiet">{t("stays")}</p>
        <DeletionForm {...person} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function DeletionForm({ email, hasPassword, onCancel }: AccountOwner & { onCancel: () => void }) {
  const t = useTranslations("account.deletion");
  const tFields = useTranslations("account.fields");
  return (
    <AccountForm
      fields={{
        email: (typed) => (isSame(typed, email) ? null : t("mismatch")),
        ...(hasPassword && { password: "text" }),
      }}
      send={(values) =>
        call(deleteAccount, {
          body: { email: values("email").trim(), ...(hasPassword && { password: values("password") }) },
        })
      }
      byCode={{ conflict: t("lastAdmin"), forbidden: t("tooOld") }}
      byField={{ email: t("mismatch"), password: t("passwordWrong") }}
      onDone={leaveAccount}
      label={t("submit")}
      busyLabel={t("submitting")}
      tone="danger"
      beside={(code) => (
        <>
          {code === "forbidden" && <EntryLink href="/sign-in?next=/account">{t("again")}</EntryLink>}
          <Button tone="quiet" onClick={onCancel}>
            {t("cancel")}
          </Button>
        </>
      )}
    >
      <Field
        label={t("typeAddress", { email })}
        name="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      {hasPassword && <PasswordField label={tFields("password")} name="password" />}
    </AccountForm>
  );
}

function isSame(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}

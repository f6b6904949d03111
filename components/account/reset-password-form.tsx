"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { resetPassword } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { AccountForm } from "./account-form";
import type { PasswordLength } from "./check-fields";
import { EntryLink } from "./entry-link";
import { PasswordField } from "./password-field";
import { SentNotice } from "./sent-notice";

export function ResetPasswordForm({
  token,
  passwordLength,
}: {
  token: string;
  passwordLength: PasswordLength;
}) {
  const t = useTranslations("account");
  const [isDone, setDone] = useState(false);
  if (isDone)
    return (
      <>
        <SentNotice text={t("reset.done")} />
        <p>
          <EntryLink href="/sign-in">{t("reset.toSignIn")}</EntryLink>
        </p>
      </>
    );
  return (
    <AccountForm
      fields={{ newPassword: passwordLength }}
      send={(values) => call(resetPassword, { body: { newPassword: values("newPassword"), token } })}
      byCode={{ invalid_request: t("reset.incomplete") }}
      onDone={() => setDone(true)}
      label={t("reset.submit")}
      busyLabel={t("reset.submitting")}
      isWide
    >
      <PasswordField label={t("fields.newPassword")} name="newPassword" length={passwordLength} />
    </AccountForm>
  );
}

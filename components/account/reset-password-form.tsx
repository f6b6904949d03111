"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { resetPassword } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import type { PasswordLength } from "./check-fields";
import { EntryLink } from "./entry-link";
import { FormProblem, SubmitButton } from "./form-parts";
import { PasswordField } from "./password-field";
import { SentNotice } from "./sent-notice";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

export function ResetPasswordForm({
  token,
  passwordLength,
}: {
  token: string;
  passwordLength: PasswordLength;
}) {
  const t = useTranslations("account");
  const words = useFormWords(passwordLength);
  const [isDone, setDone] = useState(false);
  const form = useAccountForm({
    fields: { newPassword: passwordLength },
    send: (values) => call(resetPassword, { body: { newPassword: values("newPassword"), token } }),
    words: { ...words, byCode: { invalid_request: t("reset.incomplete") } },
    onDone: () => setDone(true),
  });
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
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem} />
      <PasswordField
        label={t("fields.newPassword")}
        name="newPassword"
        length={passwordLength}
        error={form.errors["newPassword"]}
      />
      <SubmitButton form={form} label={t("reset.submit")} busyLabel={t("reset.submitting")} isWide />
    </form>
  );
}

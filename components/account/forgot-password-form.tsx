"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { requestReset } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { EmailField } from "./email-field";
import { FormProblem, SubmitButton } from "./form-parts";
import { SentNotice } from "./sent-notice";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

/** Says the same whether there is such an account or not. */
export function ForgotPasswordForm() {
  const t = useTranslations("account");
  const words = useFormWords();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAccountForm({
    fields: { email: "email" },
    send: (values) => call(requestReset, { body: { email: values("email").trim() } }),
    words,
    onDone: (_, values) => setSentTo(values("email").trim()),
  });
  if (sentTo !== null) return <SentNotice text={t("forgot.sent", { email: sentTo })} />;
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem} />
      <EmailField error={form.errors["email"]} />
      <SubmitButton form={form} label={t("forgot.submit")} busyLabel={t("forgot.submitting")} isWide />
    </form>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { signUp } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { openAfresh } from "@/lib/client/open-afresh";
import type { PasswordLength } from "./check-fields";
import { EmailField } from "./email-field";
import { Field } from "@/components/ui/field";
import { FormProblem, SubmitButton } from "./form-parts";
import { PasswordField } from "./password-field";
import { SentNotice } from "./sent-notice";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

type Props = { next: string; invitation?: string; passwordLength: PasswordLength };

export function SignUpForm({ next, invitation, passwordLength }: Props) {
  const t = useTranslations("account");
  const words = useFormWords(passwordLength);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAccountForm({
    fields: { name: "text", email: "email", password: passwordLength },
    send: (values) =>
      call(signUp, {
        body: {
          name: values("name").trim(),
          email: values("email").trim(),
          password: values("password"),
          ...(invitation !== undefined && { invitation }),
        },
      }),
    words: { ...words, byCode: { forbidden: t("signUp.refused") } },
    onDone: ({ status }, values) =>
      status === "confirm" ? setSentTo(values("email").trim()) : openAfresh(next),
  });
  if (sentTo !== null) return <SentNotice text={t("signUp.confirm", { email: sentTo })} />;
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem} />
      <Field
        label={t("fields.name")}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        error={form.errors["name"]}
      />
      <EmailField error={form.errors["email"]} />
      <PasswordField
        label={t("fields.password")}
        name="password"
        length={passwordLength}
        error={form.errors["password"]}
      />
      <SubmitButton form={form} label={t("signUp.submit")} busyLabel={t("signUp.submitting")} isWide />
    </form>
  );
}

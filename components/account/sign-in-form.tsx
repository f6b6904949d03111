"use client";

import { useTranslations } from "next-intl";
import { signIn } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { openAfresh } from "@/lib/client/open-afresh";
import { EmailField } from "./email-field";
import { EntryLink } from "./entry-link";
import { FormProblem, SubmitButton } from "./form-parts";
import { PasswordField } from "./password-field";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

/** `problem`: why the person has been sent here. */
export function SignInForm({ next, problem }: { next: string; problem: string | null }) {
  const t = useTranslations("account");
  const words = useFormWords();
  const form = useAccountForm({
    fields: { email: "email", password: "text" },
    send: (values) => call(signIn, { body: { email: values("email").trim(), password: values("password") } }),
    words: {
      ...words,
      byCode: { unauthenticated: t("signIn.wrong"), forbidden: t("signIn.disabled") },
      byField: { email: t("signIn.unconfirmed") },
    },
    onDone: () => openAfresh(next),
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem ?? (form.isSending ? null : problem)} />
      <EmailField error={form.errors["email"]} />
      <PasswordField
        label={t("fields.password")}
        name="password"
        error={form.errors["password"]}
        aside={
          <span className="text-sm">
            <EntryLink href="/forgot-password">{t("signIn.forgot")}</EntryLink>
          </span>
        }
      />
      <SubmitButton form={form} label={t("signIn.submit")} busyLabel={t("signIn.submitting")} isWide />
    </form>
  );
}

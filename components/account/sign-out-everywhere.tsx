"use client";

import { useTranslations } from "next-intl";
import { signOutEverywhere } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { FormProblem, SubmitButton } from "./form-parts";
import { leaveAccount } from "./leave-account";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

/** Ends all sessions of the person, this one too. */
export function SignOutEverywhere() {
  const t = useTranslations("account.sessions");
  const words = useFormWords();
  const form = useAccountForm({
    fields: {},
    send: () => call(signOutEverywhere),
    words,
    onDone: leaveAccount,
  });
  return (
    <form {...form.props} className="flex flex-col items-start gap-3">
      <FormProblem text={form.problem} />
      <SubmitButton form={form} label={t("submit")} busyLabel={t("submitting")} tone="plain" />
    </form>
  );
}

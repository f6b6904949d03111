"use client";

import { useTranslations } from "next-intl";
import { createAccountApi } from "@/lib/client/account-api";
import { FormProblem, SubmitButton } from "./form-parts";
import { leaveAccount } from "./leave-account";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

const api = createAccountApi();

/** Ends all sessions of the person, this one too. */
export function SignOutEverywhere() {
  const t = useTranslations("account.sessions");
  const words = useFormWords();
  const form = useAccountForm({
    fields: {},
    send: () => api.signOutEverywhere(),
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

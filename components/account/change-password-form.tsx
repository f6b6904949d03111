"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { changePassword } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import type { PasswordLength } from "./check-fields";
import { FormProblem, SubmitButton } from "./form-parts";
import { PasswordField } from "./password-field";
import { useAccountForm } from "./use-account-form";
import { useFormWords } from "./use-form-words";

type Props = { email: string; passwordLength: PasswordLength };

export function ChangePasswordForm({ email, passwordLength }: Props) {
  const t = useTranslations("account");
  const words = useFormWords(passwordLength);
  // New fields for each round: empty, hidden and not judged yet.
  const [round, setRound] = useState(0);
  const form = useAccountForm({
    fields: { currentPassword: "text", newPassword: passwordLength },
    send: (values) =>
      call(changePassword, {
        body: {
          currentPassword: values("currentPassword"),
          newPassword: values("newPassword"),
          revokeOtherSessions: true,
        },
      }),
    words: { ...words, byField: { currentPassword: t("change.wrong") } },
    onDone: () => {
      setRound(round + 1);
      showToast({ text: t("change.done") });
    },
  });
  return (
    <form {...form.props} className="flex max-w-sm flex-col gap-4">
      <FormProblem text={form.problem} />
      {/* For the password manager, which keeps a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        key={`current ${round}`}
        label={t("fields.currentPassword")}
        name="currentPassword"
        error={form.errors["currentPassword"]}
      />
      <PasswordField
        key={`new ${round}`}
        label={t("fields.newPassword")}
        name="newPassword"
        length={passwordLength}
        error={form.errors["newPassword"]}
      />
      <div>
        <SubmitButton
          form={form}
          label={t("change.submit")}
          busyLabel={t("change.submitting")}
          tone="plain"
        />
      </div>
    </form>
  );
}

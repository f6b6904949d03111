"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { changePassword } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { AccountForm } from "./account-form";
import type { PasswordLength } from "./check-fields";
import { PasswordField } from "./password-field";

type Props = { email: string; passwordLength: PasswordLength };

export function ChangePasswordForm({ email, passwordLength }: Props) {
  const t = useTranslations("account");
  // New fields for each round: empty, hidden and not judged yet.
  const [round, setRound] = useState(0);
  return (
    <AccountForm
      fields={{ currentPassword: "text", newPassword: passwordLength }}
      send={(values) =>
        call(changePassword, {
          body: {
            currentPassword: values("currentPassword"),
            newPassword: values("newPassword"),
            revokeOtherSessions: true,
          },
        })
      }
      byField={{ currentPassword: t("change.wrong") }}
      onDone={() => {
        setRound(round + 1);
        showToast({ text: t("change.done") });
      }}
      label={t("change.submit")}
      busyLabel={t("change.submitting")}
      tone="plain"
      className="max-w-sm"
    >
      {/* For the password manager, which keeps a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField key={`current ${round}`} label={t("fields.currentPassword")} name="currentPassword" />
      <PasswordField
        key={`new ${round}`}
        label={t("fields.newPassword")}
        name="newPassword"
        length={passwordLength}
      />
    </AccountForm>
  );
}

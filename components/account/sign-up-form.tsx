"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { signUp } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { openAfresh } from "@/lib/client/open-afresh";
import { AccountForm } from "./account-form";
import type { PasswordLength } from "./check-fields";
import { EmailField } from "./email-field";
import { Field } from "@/components/ui/field";
import { PasswordField } from "./password-field";
import { SentNotice } from "./sent-notice";

type Props = { next: string; invitation?: string; passwordLength: PasswordLength };

export function SignUpForm({ next, invitation, passwordLength }: Props) {
  const t = useTranslations("account");
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <SentNotice text={t("signUp.confirm", { email: sentTo })} />;
  return (
    <AccountForm
      fields={{ name: "text", email: "email", password: passwordLength }}
      send={(values) =>
        call(signUp, {
          body: {
            name: values("name").trim(),
            email: values("email").trim(),
            password: values("password"),
            ...(invitation !== undefined && { invitation }),
          },
        })
      }
      byCode={{ forbidden: t("signUp.refused") }}
      onDone={({ status }, values) =>
        status === "confirm" ? setSentTo(values("email").trim()) : openAfresh(next)
      }
      label={t("signUp.submit")}
      busyLabel={t("signUp.submitting")}
      isWide
    >
      <Field label={t("fields.name")} name="name" autoComplete="name" required maxLength={100} />
      <EmailField />
      <PasswordField label={t("fields.password")} name="password" length={passwordLength} />
    </AccountForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { requestReset } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { AccountForm } from "./account-form";
import { EmailField } from "./email-field";
import { SentNotice } from "./sent-notice";

/** Says the same whether there is such an account or not. */
export function ForgotPasswordForm() {
  const t = useTranslations("account");
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <SentNotice text={t("forgot.sent", { email: sentTo })} />;
  return (
    <AccountForm
      fields={{ email: "email" }}
      send={(values) => call(requestReset, { body: { email: values("email").trim() } })}
      onDone={(_, values) => setSentTo(values("email").trim())}
      label={t("forgot.submit")}
      busyLabel={t("forgot.submitting")}
      isWide
    >
      <EmailField />
    </AccountForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { createAccountApi } from "@/lib/client/account-api";
import { AccountForm } from "./account-form";
import { leaveAccount } from "./leave-account";

const api = createAccountApi();

/** Ends all sessions of the person, this one too. */
export function SignOutEverywhere() {
  const t = useTranslations("account.sessions");
  return (
    <AccountForm
      fields={{}}
      send={() => api.signOutEverywhere()}
      onDone={leaveAccount}
      label={t("submit")}
      busyLabel={t("submitting")}
      tone="plain"
    />
  );
}

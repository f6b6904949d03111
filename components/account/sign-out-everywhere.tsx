"use client";

import { useTranslations } from "next-intl";
import { signOutEverywhere } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { AccountForm } from "./account-form";
import { leaveAccount } from "./leave-account";

/** Ends all sessions of the person, this one too. */
export function SignOutEverywhere() {
  const t = useTranslations("account.sessions");
  return (
    <AccountForm
      fields={{}}
      send={() => call(signOutEverywhere)}
      onDone={leaveAccount}
      label={t("submit")}
      busyLabel={t("submitting")}
      tone="plain"
    />
  );
}

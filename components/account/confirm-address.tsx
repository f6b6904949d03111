"use client";

import { useTranslations } from "next-intl";
import { confirmAddress } from "@/lib/features/accounts/api";
import { openAfresh } from "@/lib/client/open-afresh";
import { call } from "@/lib/client/request";
import { AccountForm } from "./account-form";

export function ConfirmAddress({ token }: { token: string }) {
  const t = useTranslations("account.address");
  return (
    <AccountForm
      fields={{}}
      send={() => call(confirmAddress, { body: { token } })}
      byCode={{ invalid_request: t("spent"), already_exists: t("taken") }}
      onDone={() => openAfresh("/account")}
      label={t("submit")}
      busyLabel={t("submitting")}
      isWide
    />
  );
}

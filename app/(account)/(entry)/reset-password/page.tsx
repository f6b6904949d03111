import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { ResetPasswordForm } from "@/components/account/reset-password-form";
import { passwordLength } from "@/lib/features/accounts/shape/accounts";
import { getServices } from "@/lib/server/services";
import { readQuery } from "@/app/(account)/(entry)/entry-query";
import type { EntryProps } from "@/app/(account)/(entry)/entry-query";

/** For whoever has the link, signed in or not. No other site may learn the secret in the address. */
export default async function ResetPasswordPage({ searchParams }: EntryProps) {
  const { token, error } = await readQuery(searchParams);
  const { auth } = await getServices();
  if (auth.mode === "owner") redirect("/");
  const t = await getTranslations("account.reset");
  const isGood = token !== undefined && error === undefined && (await auth.isResetGood(token));
  return (
    <EntryPage title={t("title")} {...(!isGood && { text: t("incomplete") })}>
      {isGood ? (
        <ResetPasswordForm token={token} passwordLength={passwordLength} />
      ) : (
        <p>
          <EntryLink href="/forgot-password">{t("toForgot")}</EntryLink>
        </p>
      )}
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.reset");
  return { title: t("title"), referrer: "no-referrer", robots: { index: false } };
}

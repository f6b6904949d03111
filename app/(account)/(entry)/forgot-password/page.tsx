import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { requireStranger } from "@/app/(account)/(entry)/require-stranger";

/** Without mail nothing can be sent: whoever administrates the site hands out a link. */
export default async function ForgotPasswordPage() {
  const { mail } = await requireStranger("/");
  const t = await getTranslations("account.forgot");
  return (
    <EntryPage title={t("title")} text={t(mail ? "intro" : "introWithoutMail")}>
      {mail && <ForgotPasswordForm />}
      <p>
        <EntryLink href="/sign-in">{t("toSignIn")}</EntryLink>
      </p>
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.forgot");
  return { title: t("title"), robots: { index: false } };
}

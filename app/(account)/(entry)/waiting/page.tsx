import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { requireStranger } from "@/app/(account)/(entry)/require-stranger";

/** For who has signed up where an administrator wants to see who comes. */
export default async function WaitingPage() {
  await requireStranger("/");
  const t = await getTranslations("account");
  return (
    <EntryPage title={t("waiting.title")} text={t("waiting.text")}>
      <p>
        <EntryLink href="/sign-in">{t("signUp.toSignIn")}</EntryLink>
      </p>
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.waiting");
  return { title: t("title"), robots: { index: false } };
}

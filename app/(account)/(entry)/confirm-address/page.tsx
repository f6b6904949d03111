import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmAddress } from "@/components/account/confirm-address";
import { EntryPage } from "@/components/account/entry-page";
import { requirePageUser } from "@/lib/http/page-user";
import { readQuery, type EntryProps } from "@/app/(account)/(entry)/entry-query";

/** Where the mail to a new address leads: only the person whose account it is confirms it. */
export default async function ConfirmAddressPage({ searchParams }: EntryProps) {
  const [{ email }, { token = "" }] = await Promise.all([requirePageUser(), readQuery(searchParams)]);
  const t = await getTranslations("account.address");
  return (
    <EntryPage title={t("title")} text={t("text", { email: email ?? "" })}>
      <ConfirmAddress token={token} />
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.address");
  return { title: t("title"), robots: { index: false } };
}

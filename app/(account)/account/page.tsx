import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/account/account-page";
import { requirePageUser } from "@/lib/http/page-user";
import { passwordLength } from "@/lib/features/accounts/shape/accounts";
import { getServices } from "@/lib/server/services";

export default async function Page() {
  const [person, { accounts }] = await Promise.all([requirePageUser(), getServices()]);
  const [account, sessions] = await Promise.all([
    accounts.read(person),
    accounts.listSessions(person, await headers()),
  ]);
  return <AccountPage account={account} sessions={sessions} passwordLength={passwordLength} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.usage");
  return { title: t("title") };
}

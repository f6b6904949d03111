import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SearchPage } from "@/components/admin/pages/search-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminSearchPage() {
  await requireAdmin("search");
  return <SearchPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("search.name") };
}

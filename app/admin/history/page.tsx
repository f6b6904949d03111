import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HistoryPage } from "@/components/admin/history/settings-history";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminHistoryPage() {
  await requireAdmin("history");
  return <HistoryPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("history.name") };
}

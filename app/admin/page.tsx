import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverviewPage } from "@/components/admin/overview/overview-page";
import { requireAdmin } from "./require-admin";

export default async function AdminOverviewPage() {
  await requireAdmin();
  return <OverviewPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("overview.name") };
}

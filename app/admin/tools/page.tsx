import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ToolsPage } from "@/components/admin/pages/tools-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminToolsPage() {
  await requireAdmin("tools");
  return <ToolsPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("tools.name") };
}

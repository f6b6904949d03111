import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdminRunsPage } from "@/components/admin/runs/runs-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function Page() {
  await requireAdmin("runs");
  return <AdminRunsPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("runs.name") };
}

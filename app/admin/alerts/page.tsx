import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AlertsPage } from "@/components/admin/pages/alerts-page";
import { requireAdmin } from "@/app/admin/require-admin";
import { operators } from "@/lib/features/accounts/shape/admin-access";

export default async function AdminAlertsPage() {
  const { user } = await requireAdmin("alerts");
  return <AlertsPage canOperate={operators.includes(user.role)} isAdmin={user.role === "admin"} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("alerts.name") };
}

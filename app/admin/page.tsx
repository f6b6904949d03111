import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverviewPage } from "@/components/admin/overview/overview-page";
import { operators } from "@/lib/features/accounts/shape/admin-access";
import { requireAdmin } from "./require-admin";

export default async function AdminOverviewPage() {
  const { user } = await requireAdmin("overview");
  return <OverviewPage canOperate={operators.includes(user.role)} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("overview.name") };
}

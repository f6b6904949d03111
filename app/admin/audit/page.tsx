import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditPage } from "@/components/admin/pages/audit-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminAuditPage() {
  const { user } = await requireAdmin("audit");
  return <AuditPage isAdmin={user.role === "admin"} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("audit.name") };
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SitePage } from "@/components/admin/pages/site-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminSitePage() {
  const { services } = await requireAdmin("site");
  return <SitePage initial={await services.site.get()} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("site.name") };
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BackupSection } from "@/components/admin/backup-section";
import { SitePage } from "@/components/admin/pages/site-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminSitePage() {
  const { services } = await requireAdmin("site");
  const [site, backups] = await Promise.all([services.site.get(), services.backups.find()]);
  return <SitePage initial={site}>{backups !== null && <BackupSection initial={backups} />}</SitePage>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("site.name") };
}

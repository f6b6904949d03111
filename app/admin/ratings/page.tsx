import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RatingsPage } from "@/components/admin/runs/ratings-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function Page() {
  await requireAdmin("ratings");
  return <RatingsPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("ratings.name") };
}

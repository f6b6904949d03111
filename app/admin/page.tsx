import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SettingsPage } from "@/components/admin/settings-page";
import { requirePageUser } from "@/lib/http/page-user";
import { toolNames } from "@/lib/protocol/tools";
import { getServices } from "@/lib/services";
import { readLimits } from "./read-limits";

/** The settings, for administrators; for anybody else there is no such page. */
export default async function AdminPage() {
  const user = await requirePageUser();
  if (user.role !== "admin") notFound();
  const services = await getServices();
  return <SettingsPage initial={await services.readSettings()} limits={readLimits()} tools={toolNames} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin");
  return { title: t("title") };
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AgentsPage } from "@/components/admin/agents/agents-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminAgentsPage() {
  const { services } = await requireAdmin("agents");
  return <AgentsPage initial={await services.agents.listUsed()} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("agents.name") };
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AgentPage } from "@/components/admin/pages/agent-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminAgentPage() {
  await requireAdmin("agent");
  return <AgentPage />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("agent.name") };
}

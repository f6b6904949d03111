import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { McpPage } from "@/components/admin/mcp/mcp-page";
import { requireAdmin } from "@/app/admin/require-admin";

export default async function AdminMcpPage() {
  const { services } = await requireAdmin("mcp");
  return <McpPage initial={await services.toolServers.listAll()} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("mcp.name") };
}

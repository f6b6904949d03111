import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AgentEditor } from "@/components/admin/agents/agent-editor";
import { requireAdmin } from "@/app/admin/require-admin";

type Props = { params: Promise<{ id: string }> };

/** One agent, or one that is made: `new`. */
export default async function AdminAgentPage({ params }: Props) {
  const [{ services }, { id }] = await Promise.all([requireAdmin("agents"), params]);
  if (id === "new") return <AgentEditor key={id} initial={null} people={[]} />;
  const found = await services.agents.findWithPeople(id);
  if (found === null) notFound();
  return <AgentEditor key={id} initial={found.agent} people={found.people} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("agents.name") };
}

import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { getSiteMessages } from "@/app/site-messages";
import { AgentEditor } from "@/components/admin/agents/agent-editor";
import { requireAdmin } from "@/app/admin/require-admin";

type Props = { params: Promise<{ id: string }> };

/** One agent, or one that is made: `new`. The chat beside it has the words of an answer. */
export default async function AdminAgentPage({ params }: Props) {
  const [{ services }, { id }, messages] = await Promise.all([
    requireAdmin("agents"),
    params,
    getSiteMessages(),
  ]);
  const found = id === "new" ? { agent: null, people: [] } : await services.agents.findWithPeople(id);
  if (found === null) notFound();
  const { account, admin, chat, common, consent, errors, evidence } = messages;
  const { runs, setup, shell, table, tools } = messages;
  return (
    <NextIntlClientProvider
      messages={{ account, admin, chat, common, consent, errors, evidence, runs, setup, shell, table, tools }}
    >
      <AgentEditor key={id} initial={found.agent} people={found.people} />
    </NextIntlClientProvider>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin.pages");
  return { title: t("agents.name") };
}

"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { AgentPicture } from "@/components/agents/agent-picture";
import { PageFrame } from "@/components/admin/page-frame";
import { DataTable } from "@/components/ui/table";
import type { Column } from "@/components/ui/use-table-view";
import { formatCost } from "@/lib/client/money";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { listUsedAgents } from "@/lib/features/agents/api";
import type { AgentsAdminReply, AgentUse } from "@/lib/features/agents/shape/agents";
import { useAgentWords } from "./use-agent-words";

type Row = { agent: AgentsAdminReply["agents"][number]; used: AgentUse | undefined };

const agentList = {
  load: loadFrom(listUsedAgents),
  key: ({ agent }: Row) => agent.id,
  page: ({ agents, used }: AgentsAdminReply) => ({
    items: agents.map((agent) => {
      const name = "isBuiltIn" in agent ? "" : agent.name;
      return { agent, used: used.find((each) => each.name === name) };
    }),
  }),
};

/** Who answers here: the built-in agent, which the settings make, and those with a name. */
export function AgentsPage({ initial }: { initial: AgentsAdminReply }) {
  const t = useTranslations("admin.agents");
  const list = useResource({ ...agentList, initial });
  const add = (
    <Link
      href="/admin/agents/new"
      prefetch={false}
      className="inline-flex min-h-9 items-center gap-2 rounded-lg border border-hairline bg-raised px-3 text-sm font-medium transition-colors duration-150 hover:bg-sunken pointer-coarse:min-h-11"
    >
      <Plus className="size-4" aria-hidden="true" />
      {t("new")}
    </Link>
  );
  return (
    <PageFrame page="agents" aside={add}>
      <DataTable
        name="agents"
        label={t("columns.agent")}
        list={list}
        rowKey={agentList.key}
        columns={useColumns()}
        href={({ agent }) => `/admin/agents/${agent.id}`}
      />
      {list.items.length === 1 && <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>}
    </PageFrame>
  );
}

function useColumns(): Column<Row>[] {
  const t = useTranslations("admin.agents");
  const { valueOf } = useAgentWords();
  const format = useFormatter();
  const locale = useLocale();
  const toState = ({ agent }: Row): string => {
    if ("isBuiltIn" in agent) return t("columns.builtIn");
    if (!agent.isEnabled) return t("off");
    return agent.instructions === "" ? t("noInstructions") : t("columns.on");
  };
  const toAudience = ({ agent }: Row) => valueOf("audience", agent.audience);
  return [
    {
      ...{ id: "agent", name: t("columns.agent"), isMain: true, value: ({ agent }) => agent.name },
      cell: ({ agent }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <AgentPicture picture={agent.picture} />
          <span dir="auto" className="min-w-0 truncate font-medium">
            {agent.name}
          </span>
        </span>
      ),
    },
    { id: "audience", name: t("columns.audience"), value: toAudience, cell: toAudience },
    {
      ...{ id: "used", name: t("columns.used"), isEnd: true, value: ({ used }) => used?.count ?? 0 },
      cell: ({ used }) => format.number(used?.count ?? 0),
    },
    {
      ...{ id: "cost", name: t("columns.cost"), isEnd: true },
      value: ({ used }) => (used?.costMicroUsd ?? 0) / 1e6,
      cell: ({ used }) => formatCost(used?.costMicroUsd ?? 0, locale) ?? "–",
    },
    { id: "state", name: t("columns.state"), value: toState, cell: toState },
    {
      ...{ id: "edited", name: t("columns.edited"), value: ({ agent }) => agent.updatedBy },
      cell: ({ agent }) =>
        agent.updatedAt === 0
          ? "–"
          : `${agent.updatedBy}, ${format.dateTime(agent.updatedAt, { dateStyle: "medium" })}`,
    },
  ];
}

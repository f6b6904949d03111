"use client";

import { MessageSquare, Pencil, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AgentPicture } from "@/components/agents/agent-picture";
import { PageFrame } from "@/components/admin/page-frame";
import type { Agent, AgentPicture as Picture } from "@/lib/features/agents/shape/agents";
import { builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";

const linkClass =
  "inline-flex min-h-9 items-center gap-2 rounded-lg border border-hairline bg-raised px-3 text-sm font-medium transition-colors duration-150 hover:bg-sunken pointer-coarse:min-h-11";

/** Who answers here: the built-in agent, which the settings make, and those with a name. */
export function AgentsPage({ agents }: { agents: readonly Agent[] }) {
  const t = useTranslations("admin.agents");
  const add = (
    <Link href="/admin/agents/new" prefetch={false} className={linkClass}>
      <Plus className="size-4" aria-hidden="true" />
      {t("new")}
    </Link>
  );
  return (
    <PageFrame page="agents" aside={add}>
      <ul className="pt-4">
        <AgentRow
          picture={{ icon: "compass", color: "brass" }}
          name={builtInAgentName}
          mark={t("builtIn")}
          about={t("builtInHelp")}
        >
          <Link href="/admin/agent" prefetch={false} className={linkClass}>
            {t("settings")}
          </Link>
        </AgentRow>
        {agents.map((agent) => (
          <AgentRow
            key={agent.id}
            picture={agent.picture}
            name={agent.name}
            mark={agent.isEnabled ? toGap(agent, t) : t("off")}
            about={agent.purpose === "" ? t("noPurpose") : agent.purpose}
          >
            {agent.isEnabled && <TryLink agent={agent} />}
            <Link href={`/admin/agents/${agent.id}`} prefetch={false} className={linkClass}>
              <Pencil className="size-4" aria-hidden="true" />
              {t("edit")}
              <span className="sr-only"> {agent.name}</span>
            </Link>
          </AgentRow>
        ))}
      </ul>
      {agents.length === 0 && <p className="pt-4 text-sm leading-5 text-quiet">{t("none")}</p>}
    </PageFrame>
  );
}

/** What keeps it from answering. */
function toGap(
  { instructions }: Agent,
  t: ReturnType<typeof useTranslations<"admin.agents">>,
): string | null {
  return instructions === "" ? t("noInstructions") : null;
}

/** Opens a new chat with it. */
export function TryLink({ agent: { id, name } }: { agent: Pick<Agent, "id" | "name"> }) {
  const t = useTranslations("admin.agents");
  return (
    <Link href={`/?agent=${id}`} prefetch={false} className={linkClass}>
      <MessageSquare className="size-4" aria-hidden="true" />
      {t("try")}
      <span className="sr-only"> {name}</span>
    </Link>
  );
}

type RowProps = { picture: Picture; name: string; mark: string | null; about: string; children: ReactNode };

function AgentRow({ picture, name, mark, about, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-hairline py-4 last:border-0">
      <AgentPicture picture={picture} size="large" />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          {mark !== null && (
            <span className="rounded-full bg-sunken px-2 text-xs leading-5 text-quiet">{mark}</span>
          )}
        </p>
        <p dir="auto" className="text-sm leading-5 text-quiet wrap-anywhere">
          {about}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

import { createAgentAdmin, type AgentAdmin } from "./agents";
import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import type { ToolsDoor } from "@/lib/engine/tools/catalog";
import { settableTools } from "@/lib/engine/tools/catalog";

export function openAgents(
  { records, settings }: Ground,
  { tools }: ToolsDoor,
): Feature & { service: AgentAdmin } {
  const listTools = () => [
    ...settableTools,
    ...tools()
      .listServerTools()
      .map(({ name }) => name),
  ];
  return {
    name: "agents",
    service: createAgentAdmin({ ...records, settings, listTools }),
    mentions: {
      async agent(userId, id) {
        if (id === builtInAgentId) return builtInAgentName;
        return (await records.agents.listFor(userId)).find((one) => one.id === id)?.name ?? null;
      },
    },
  };
}

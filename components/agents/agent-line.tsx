import { LazyPicture } from "./lazy-picture";
import type { AnsweringAgent } from "@/lib/features/agents/shape/agents";
import { builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import type { ClientSettings } from "@/lib/protocol/client-settings";

const plainPicture = { icon: "compass", color: "slate" } as const;
const builtInPicture = { icon: "compass", color: "brass" } as const;

/** Who answered, where there is more than one who could have. */
export function AgentLine({
  agent,
  settings,
}: {
  agent: AnsweringAgent | undefined;
  settings: ClientSettings;
}) {
  if (agent === undefined && settings.agents.length === 0) return null;
  const card = settings.agents.find(({ id }) => id === agent?.id);
  const picture = agent === undefined ? builtInPicture : (card?.picture ?? plainPicture);
  return (
    <p className="-mb-1 flex items-center gap-2 text-sm text-quiet">
      <LazyPicture picture={picture} />
      <span dir="auto" className="min-w-0 truncate">
        {agent?.name ?? builtInAgentName}
      </span>
    </p>
  );
}

import type {
  Agent,
  AgentFields,
  AgentPatch,
  AgentsAdminReply,
  AgentsReply,
  AgentTrial,
  AgentVersionsReply,
} from "@/lib/features/agents/shape/agents";
import { endpoint } from "@/lib/protocol/endpoint";

/** Who may answer, the built-in one first. */
export const listAgents = endpoint<AgentsReply>()("GET /api/agents");
/** All with their use, for administrators. */
export const listUsedAgents = endpoint<AgentsAdminReply>()("GET /api/admin/agents");
/** Asks one, as it is or as it is being written; answers with the stream of the reply. */
export const tryAgent = endpoint<unknown, AgentTrial>()("POST /api/agents/trials");
export const createAgent = endpoint<Agent, AgentFields>()("POST /api/agents");
export const readAgent = endpoint<AgentsReply["agents"][number]>()("GET /api/agents/[id]");
/** Saves a change against `version`; 409 when somebody else saved first. */
export const changeAgent = endpoint<Agent, { version: number; changes: AgentPatch }>()(
  "PATCH /api/agents/[id]",
);
export const deleteAgent = endpoint()("DELETE /api/agents/[id]");
/** What an agent was after each change, newest first, a page at a time. */
export const listAgentVersions = endpoint<AgentVersionsReply>()("GET /api/agents/[id]/versions");
/** Makes the version `to` the newest, on top of `version`; 409 when somebody else saved first. */
export const revertAgent = endpoint<Agent, { version: number; to: number }>()("POST /api/agents/[id]/revert");

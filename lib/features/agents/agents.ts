import type { Agents } from "./records";
import type { AuditLog } from "@/lib/data/audit";
import { type Person, toAuthor } from "@/lib/data/people";
import type { Settings } from "@/lib/data/settings";
import { AppError } from "@/lib/errors";
import {
  toAgentCard,
  type Agent,
  type AgentCard,
  type AgentFields,
  type AgentPatch,
  type AgentsReply,
  type BuiltInAgent,
} from "@/lib/features/agents/shape/agents";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import type { AgentSettings } from "@/lib/protocol/settings";

export type AgentDeps = {
  agents: Agents;
  settings: Pick<Settings, "get">;
  audit: Pick<AuditLog, "record">;
  /** Of all tools that there are, those of tool servers included. */
  listTools: () => readonly string[];
};

/** Named agents as pages and routes have them: administrators all and everything, others the cards. */
export function createAgentAdmin(deps: AgentDeps) {
  return { ...createReads(deps), ...createChanges(deps), ...createHistory(deps) };
}
export type AgentAdmin = ReturnType<typeof createAgentAdmin>;

function createHistory({ agents }: AgentDeps) {
  return {
    /** Newest first, a page at a time. Throws `not_found`. */
    async listVersions(...[id, page]: Parameters<AgentDeps["agents"]["listVersions"]>) {
      await agents.get(id);
      return agents.listVersions(id, page);
    },
  };
}

function createReads({ agents, settings }: AgentDeps) {
  const listCards = async (): Promise<AgentCard[]> =>
    (await agents.list()).filter(({ isEnabled }) => isEnabled).map(toAgentCard);
  return {
    /** All that were made here, by name. */
    listAll: agents.list,

    /** Those that a person may choose, besides the built-in one. */
    listCards,

    async list({ role }: Person): Promise<AgentsReply> {
      const builtIn = toBuiltIn((await settings.get()).settings);
      return role === "admin"
        ? { agents: [builtIn, ...(await agents.list())] }
        : { agents: [toAgentCard(builtIn), ...(await listCards())] };
    },

    /** Throws `not_found`, also for members when it is switched off. */
    async get(id: string, { role }: Person): Promise<AgentCard | Agent | BuiltInAgent> {
      if (id === builtInAgentId) {
        const builtIn = toBuiltIn((await settings.get()).settings);
        return role === "admin" ? builtIn : toAgentCard(builtIn);
      }
      const agent = await agents.get(id);
      if (role === "admin") return agent;
      if (!agent.isEnabled) throw new AppError("not_found", "This agent does not exist.");
      return toAgentCard(agent);
    },
  };
}

function createChanges({ agents, audit, listTools }: AgentDeps) {
  const note = (act: "agent_made" | "agent_changed" | "agent_reverted", agent: Agent, { id }: Person) =>
    audit.record({ act, actor: id, detail: `${agent.name} · ${agent.version}` });
  return {
    /** Throws `invalid_request` for a tool that there is not. */
    async create(fields: AgentFields, author: Person): Promise<Agent> {
      checkTools(fields, listTools(), "");
      const agent = await agents.create(fields, toAuthor(author));
      await note("agent_made", agent, author);
      return agent;
    },

    /** Throws `conflict` when somebody else saved first, `not_found` and `invalid_request`. */
    async update(id: string, changes: AgentPatch, version: number, author: Person): Promise<Agent> {
      checkTools(changes, listTools(), "changes.");
      const agent = await agents.update(id, changes, version, toAuthor(author));
      await note("agent_changed", agent, author);
      return agent;
    },

    /** Throws `conflict` and `not_found`. */
    async revert(id: string, change: { version: number; to: number }, author: Person): Promise<Agent> {
      const agent = await agents.revert(id, change, toAuthor(author));
      await note("agent_reverted", agent, author);
      return agent;
    },

    /** Conversations that it answered go on with the built-in one. Throws `not_found`. */
    async delete(id: string, author: Person): Promise<void> {
      const { name } = await agents.get(id);
      await agents.delete(id);
      await audit.record({ act: "agent_deleted", actor: author.id, detail: name });
    },
  };
}

function toBuiltIn(settings: AgentSettings): BuiltInAgent {
  return {
    id: builtInAgentId,
    isBuiltIn: true,
    name: builtInAgentName,
    picture: { icon: "compass", color: "brass" },
    purpose: "Looks things up, reads the pages, and shows how it got to the answer.",
    ...{
      instructions: "",
      starters: [],
      requiredTools: [],
      collections: [],
      isEnabled: true,
      isHelper: false,
    },
    models: settings.modelTiers.main,
    tools: settings.enabledTools,
    style: settings.agentStyle,
    limits: { depth: null, rounds: settings.maxIterations, temperature: settings.temperature },
  };
}

function checkTools(
  { tools, requiredTools = [] }: Pick<AgentPatch, "tools" | "requiredTools">,
  known: readonly string[],
  prefix: string,
): void {
  const listUnknown = (names: readonly string[], field: string) =>
    names.flatMap((name, index) => (known.includes(name) ? [] : [`${prefix}${field}.${index}`]));
  const unknown = [...listUnknown(tools ?? [], "tools"), ...listUnknown(requiredTools, "requiredTools")];
  if (unknown.length > 0)
    throw new AppError("invalid_request", "There is no such tool.", {
      fields: Object.fromEntries(unknown.map((path) => [path, "name a tool that there is"])),
    });
}

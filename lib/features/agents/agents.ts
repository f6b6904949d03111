import type { Agents } from "./records";
import type { AuditLog } from "@/lib/data/audit";
import { type People, type Person, toAuthor } from "@/lib/data/people";
import type { Settings } from "@/lib/data/settings";
import { AppError } from "@/lib/errors";
import {
  agentFieldsSchema,
  toAgentCard,
  type Agent,
  type AgentCard,
  type AgentFields,
  type AgentPatch,
  type AgentsAdminReply,
  type AgentTrial,
  type AgentUse,
  type AgentsReply,
  type BuiltInAgent,
} from "@/lib/features/agents/shape/agents";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import type { TrialStart } from "@/lib/engine/feature";
import type { AgentSettings } from "@/lib/protocol/settings";

export type AgentDeps = {
  agents: Agents;
  settings: Pick<Settings, "get">;
  audit: Pick<AuditLog, "record">;
  people: Pick<People, "findMany">;
  statistics: { overview(days: number): Promise<{ groups: (AgentUse & { kind: string })[] }> };
  /** Of all tools that there are, those of tool servers included. */
  listTools: () => readonly string[];
};

const usedDays = 30;

/** Named agents as pages and routes have them: administrators all and everything, others the cards. */
export function createAgentAdmin(deps: AgentDeps) {
  return { ...createReads(deps), ...createChanges(deps), ...createHistory(deps), ...createTrials(deps) };
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

function createReads({ agents, settings, people, statistics }: AgentDeps) {
  const getBuiltIn = async (): Promise<BuiltInAgent> =>
    toBuiltIn((await settings.get()).settings, await agents.get(builtInAgentId));
  const listCards = async ({ id }: Pick<Person, "id">): Promise<AgentCard[]> =>
    (await agents.listFor(id)).map(toAgentCard);
  return {
    /** For the editor, with those whom its audience names; `null` for one that is not there. */
    async findWithPeople(id: string) {
      const named = (await agents.list()).find((each) => each.id === id);
      const agent = id === builtInAgentId ? await getBuiltIn() : named;
      if (agent === undefined) return null;
      const ids = agent.audience?.people ?? [];
      const found = await people.findMany(ids);
      const known = ids.flatMap((each, index) => {
        const person = found[index];
        return person ? [{ id: each, name: person.name, email: person.email }] : [];
      });
      return { agent, people: known };
    },

    /** Those that a person may choose, besides the built-in one. */
    listCards,

    /** Cards of all that are switched on, for whoever may try them all. */
    listEnabled: async (): Promise<AgentCard[]> =>
      (await agents.list()).filter(({ isEnabled }) => isEnabled).map(toAgentCard),

    async list(person: Person): Promise<AgentsReply> {
      return person.role === "admin"
        ? { agents: [await getBuiltIn(), ...(await agents.list())] }
        : { agents: [toAgentCard(await getBuiltIn()), ...(await listCards(person))] };
    },

    /** All with what their answers of the last 30 days were. */
    async listUsed(): Promise<AgentsAdminReply> {
      const [builtIn, named, { groups }] = await Promise.all([
        getBuiltIn(),
        agents.list(),
        statistics.overview(usedDays),
      ]);
      const used = groups.flatMap(({ kind, name, count, costMicroUsd }) =>
        kind === "agent" ? [{ name, count, costMicroUsd }] : [],
      );
      return { agents: [builtIn, ...named], used };
    },

    /** Throws `not_found`, also for what is not there for this person. */
    async get(id: string, person: Person): Promise<AgentCard | Agent | BuiltInAgent> {
      const isAdmin = person.role === "admin";
      if (id === builtInAgentId) return isAdmin ? getBuiltIn() : toAgentCard(await getBuiltIn());
      if (isAdmin) return agents.get(id);
      const card = (await listCards(person)).find((each) => each.id === id);
      if (card === undefined) throw new AppError("not_found", "This agent does not exist.");
      return card;
    },
  };
}

function createTrials({ agents, settings, listTools }: AgentDeps) {
  return {
    /** The question as it is asked. Throws `not_found`, and `invalid_request` for what could not be saved. */
    async toTrial(userId: string, { agent: asked, ...question }: AgentTrial): Promise<TrialStart> {
      if ("draft" in asked) checkTools(asked.draft, listTools(), "agent.draft.");
      const agent =
        "id" in asked ? await agents.get(asked.id) : toDraft(agentFieldsSchema.parse(asked.draft), asked.of);
      const { timezone, language, ...rest } = question;
      return {
        ...{ userId, ...rest, agent: agent.id === builtInAgentId ? null : agent },
        options: { timezone, language },
        settings: (await settings.get()).settings,
        // What its own budget and the settings allow.
        budgetMicroUsd: Infinity,
      };
    },
  };
}

const toDraft = (fields: AgentFields, id: string | null): Agent => ({
  ...{ ...fields, id: id ?? "draft", version: 0, updatedAt: 0, updatedBy: "" },
});

function createChanges({ agents, audit, people, listTools }: AgentDeps) {
  const note = (act: "agent_made" | "agent_changed" | "agent_reverted", agent: Agent, { id }: Person) =>
    audit.record({ act, actor: id, detail: `${agent.name} · ${agent.version}` });
  return {
    /** Throws `invalid_request` for a tool that there is not. */
    async create(fields: AgentFields, author: Person): Promise<Agent> {
      checkTools(fields, listTools(), "");
      await checkPeople(people, fields, "");
      const agent = await agents.create(fields, toAuthor(author));
      await note("agent_made", agent, author);
      return agent;
    },

    /** Throws `conflict` when somebody else saved first, `not_found` and `invalid_request`. */
    async update(id: string, changes: AgentPatch, version: number, author: Person): Promise<Agent> {
      checkTools(changes, listTools(), "changes.");
      await checkPeople(people, changes, "changes.");
      if (id === builtInAgentId) checkBuiltIn(changes);
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
      if (id === builtInAgentId) throw new AppError("not_found", "The built-in agent stays.");
      await agents.delete(id);
      await audit.record({ act: "agent_deleted", actor: author.id, detail: name });
    },
  };
}

function toBuiltIn(settings: AgentSettings, kept: Agent): BuiltInAgent {
  return {
    ...kept,
    id: builtInAgentId,
    isBuiltIn: true,
    name: builtInAgentName,
    picture: { icon: "compass", color: "brass" },
    purpose: "Looks things up, reads the pages, and shows how it got to the answer.",
    models: settings.modelTiers.main,
    tools: settings.enabledTools,
    style: settings.agentStyle,
    limits: { depth: null, rounds: settings.maxIterations, temperature: settings.temperature },
  };
}

/** All else stands in the settings. */
function checkBuiltIn(changes: AgentPatch): void {
  const others = Object.keys(changes).filter((name) => name !== "requiredTools");
  if (others.length > 0)
    throw new AppError("invalid_request", "Of the built-in agent the settings say this.", {
      fields: Object.fromEntries(others.map((name) => [`changes.${name}`, "change it in the settings"])),
    });
}

async function checkPeople(
  people: AgentDeps["people"],
  { audience }: Pick<AgentPatch, "audience">,
  prefix: string,
): Promise<void> {
  const found = await people.findMany(audience?.people ?? []);
  const unknown = found.flatMap((person, index) =>
    person === null ? [`${prefix}audience.people.${index}`] : [],
  );
  if (unknown.length > 0)
    throw new AppError("invalid_request", "There is no such person.", {
      fields: Object.fromEntries(unknown.map((path) => [path, "name a person that there is"])),
    });
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

import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import {
  agentFieldsSchema,
  isFor,
  maxAgents,
  type Agent,
  type AgentFields,
  type AgentPatch,
} from "@/lib/features/agents/shape/agents";
import type { PageQuery, Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { builtInAgentId, builtInAgentName } from "@/lib/features/agents/shape/built-in-agent";
import { createCached } from "@/lib/data/cached";
import { withoutUndefined } from "@/lib/data/json";
import { paths } from "@/lib/data/paths";
import { personRecordSchema } from "@/lib/data/people";
import { createRecords } from "@/lib/data/record";
import { createConflict, createVersions, toVersionPath } from "@/lib/data/versions";

/** A change made on another instance is seen after so long, as one of the settings. */
const maxAgeMs = 3_000;

const versionSchema = z.object({
  version: z.int().min(1),
  updatedAt: z.number(),
  updatedBy: z.string(),
  fields: agentFieldsSchema,
});
const versions = createVersions(versionSchema);
const toStored = ({ id: _id, version, updatedAt, updatedBy, ...fields }: Agent) => ({
  ...{ version, updatedAt, updatedBy, fields: agentFieldsSchema.parse(fields) },
});

const createAgentRecords = (store: Store) =>
  createRecords(store, {
    noun: "agent",
    collection: () => paths.agents,
    schema: versionSchema.transform(({ fields, ...about }) => ({ ...fields, ...about })),
    // With the built-in one, where something of it is kept.
    most: maxAgents + 1,
    tooMany: () => new AppError("invalid_request", `There are ${maxAgents} agents; no more can be made.`),
    order: (a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
    toStored,
    skipsUnreadable: true,
  });
type AgentRecords = ReturnType<typeof createAgentRecords>;

/** Named agents, by name, all versions. One that cannot be read counts as none. */
export function createAgents(store: Store, now: () => number) {
  const agents = createAgentRecords(store);
  const cached = createCached(() => agents.list(null), { now, maxAgeMs });
  /** What `decide` gives is the next version. */
  async function save(change: AgentChange, decide: Decide): Promise<Agent> {
    const saved = await store.transaction(async (tx) => {
      const own = agents.in(tx, null);
      const { id, version, author } = change;
      const fields = agentFieldsSchema.parse(await decide(own, tx));
      const next = { ...fields, id, version: version + 1, updatedAt: now(), updatedBy: author };
      versions.write(tx, paths.agentVersions(id), toStored(next));
      return own.put(next);
    });
    cached.forget();
    return saved;
  }

  return {
    ...createReads(store, agents, cached.get),

    /** Throws `invalid_request` when there are as many as there may be. */
    create: (fields: AgentFields, author: string): Promise<Agent> =>
      save({ id: randomUUID(), version: 0, author }, async (own) => {
        await own.checkRoom((await own.find(builtInAgentId)) === null ? 2 : 1);
        return fields;
      }),

    update: (id: string, changes: AgentPatch, version: number, author: string): Promise<Agent> =>
      save({ id, version, author }, async (own) => ({
        ...(await getAt(own, id, version)),
        ...withoutUndefined(changes),
      })),

    /** Throws also `not_found` for a version that there is not, or that cannot be read any more. */
    revert: (id: string, { version, to }: { version: number; to: number }, author: string): Promise<Agent> =>
      save({ id, version, author }, async (own, tx) => {
        await getAt(own, id, version);
        const found = versions.read((await tx.find(toVersionPath(paths.agentVersions(id), to)))?.data);
        if (found !== null) return found.fields;
        throw new AppError("not_found", `There is no version ${to} of this agent that can be read.`);
      }),

    /** Newest first, a page at a time; those that cannot be read any more are left out. */
    listVersions: (id: string, page: PageQuery) => versions.list(store, paths.agentVersions(id), page),

    /** With its versions. Throws `not_found`. */
    async delete(id: string): Promise<void> {
      await agents.get(null, id);
      await store.deleteTree(paths.agent(id));
      cached.forget();
    },
  };
}
export type Agents = ReturnType<typeof createAgents>;

function createReads(store: Store, agents: AgentRecords, listAll: () => Promise<Agent[]>) {
  const listNamed = async () => (await listAll()).filter(({ id }) => id !== builtInAgentId);
  const findBuiltIn = async () =>
    (await listAll()).find(({ id }) => id === builtInAgentId) ?? untouchedBuiltIn;

  async function findRole(userId: string) {
    const found = await store.find(paths.person(userId));
    return found === null ? null : personRecordSchema.parse(found.data).role;
  }

  return {
    /** For the administration. Kept for 3 seconds, and read once however many ask at a time. */
    list: listNamed,

    /** The one way to those that a person may use: switched on, and made for them. */
    async listFor(userId: string): Promise<Agent[]> {
      const enabled = (await listNamed()).filter(({ isEnabled }) => isEnabled);
      if (enabled.every(({ audience }) => audience === null)) return enabled;
      const person = { id: userId, role: await findRole(userId) };
      return enabled.filter((agent) => isFor(agent, person));
    },

    /** What the built-in one has to call. */
    requiredOfBuiltIn: async (): Promise<string[]> => (await findBuiltIn()).requiredTools,

    /** Throws `not_found`. */
    async get(id: string): Promise<Agent> {
      if (id === builtInAgentId) return findBuiltIn();
      return (await listAll()).find((each) => each.id === id) ?? agents.get(null, id);
    },
  };
}

/** Of the built-in one only what the settings do not say is kept, once it is changed. */
const untouchedBuiltIn: Agent = {
  ...agentFieldsSchema.parse({ name: builtInAgentName }),
  ...{ id: builtInAgentId, version: 1, updatedAt: 0, updatedBy: "" },
};

/** `version`: the one that was read; 0 before the first. */
type AgentChange = { id: string; version: number; author: string };
type Decide = (own: ReturnType<AgentRecords["in"]>, tx: Transaction) => Promise<AgentFields>;

/** Throws `not_found`, and `conflict` off `version`. */
async function getAt(own: Parameters<Decide>[0], id: string, version: number): Promise<Agent> {
  const current = id === builtInAgentId ? ((await own.find(id)) ?? untouchedBuiltIn) : await own.get(id);
  if (current.version !== version) throw createConflict("this agent", current);
  return current;
}

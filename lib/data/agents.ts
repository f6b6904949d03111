import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import {
  agentFieldsSchema,
  maxAgents,
  type Agent,
  type AgentFields,
  type AgentPatch,
  type AgentVersion,
} from "@/lib/protocol/agents";
import type { DocumentData, PageQuery, Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { createCached } from "./cached";
import { toJson } from "./json";
import { paths } from "./paths";

/** A change made on another instance is seen after so long, as one of the settings. */
const maxAgeMs = 3_000;

/** Named agents, all versions. One that cannot be read counts as none. */
export function createAgents(store: Store, now: () => number) {
  const cached = createCached(() => readAgents(store), { now, maxAgeMs });

  async function save(change: Change, decide: Decide): Promise<Agent> {
    const agent = await store.transaction((tx) => writeNext(tx, { ...change, now: now() }, decide));
    cached.forget();
    return agent;
  }

  return {
    /** By name. Kept for 3 seconds, and read once however many ask at a time. */
    list: cached.get,

    /** Throws `not_found`. */
    async get(id: string): Promise<Agent> {
      const agent = (await cached.get()).find((each) => each.id === id);
      if (agent === undefined) throw noAgent();
      return agent;
    },

    /** Throws `invalid_request` when there are as many as there may be. */
    async create(fields: AgentFields, author: string): Promise<Agent> {
      const agent = await store.transaction(async (tx) => {
        const { documents } = await tx.list({ collection: paths.agents, limit: maxAgents });
        if (documents.length === maxAgents)
          throw new AppError("invalid_request", `There are ${maxAgents} agents; no more can be made.`);
        return write(tx, { ...fields, id: randomUUID(), version: 1, updatedAt: now(), updatedBy: author });
      });
      cached.forget();
      return agent;
    },

    update: (id: string, changes: AgentPatch, version: number, author: string): Promise<Agent> =>
      save({ id, version, author }, (current) => ({ ...current, ...toGiven(changes) })),

    /** Throws also `not_found` for a version that there is not, or that cannot be read any more. */
    revert: (id: string, { version, to }: { version: number; to: number }, author: string): Promise<Agent> =>
      save({ id, version, author }, (_current, tx) => getVersion(tx, id, to)),

    /** Newest first, a page at a time; those that cannot be read any more are left out. */
    listVersions: (id: string, page: PageQuery): Promise<AgentHistory> => listVersions(store, id, page),

    /** With its versions. Throws `not_found`. */
    async delete(id: string): Promise<void> {
      if ((await store.find(paths.agent(id))) === null) throw noAgent();
      await store.deleteTree(paths.agent(id));
      cached.forget();
    },
  };
}
export type Agents = ReturnType<typeof createAgents>;

type Change = { id: string; version: number; author: string };
type Decide = (current: AgentFields, tx: Transaction) => Promise<AgentFields> | AgentFields;

/** What `decide` gives is the next version. Throws `not_found`, and `conflict` off `version`. */
async function writeNext(
  tx: Transaction,
  { id, version, author, now }: Change & { now: number },
  decide: Decide,
): Promise<Agent> {
  const current = toAgent(id, (await tx.find(paths.agent(id)))?.data);
  if (current === null) throw noAgent();
  if (current.version !== version) throw createConflict(current);
  const fields = agentFieldsSchema.parse(await decide(current, tx));
  return write(tx, { ...fields, id, version: version + 1, updatedAt: now, updatedBy: author });
}

type AgentHistory = { versions: AgentVersion[]; cursor: string | null };

async function listVersions(store: Store, id: string, page: PageQuery): Promise<AgentHistory> {
  const { documents, cursor } = await store.list({
    collection: paths.agentVersions(id),
    orderBy: { field: "version", direction: "desc" },
    ...page,
  });
  return { versions: documents.flatMap(({ data }) => toVersion(data) ?? []), cursor };
}

async function readAgents(store: Store): Promise<Agent[]> {
  const { documents } = await store.list({ collection: paths.agents, limit: maxAgents });
  return documents
    .flatMap(({ id, data }) => toAgent(id, data) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

function write(tx: Transaction, agent: Agent): Agent {
  const { id, version, updatedAt, updatedBy, ...rest } = agent;
  const data = { version, updatedAt, updatedBy, fields: toJson(agentFieldsSchema.parse(rest)) };
  tx.set(paths.agent(id), data);
  tx.set(paths.agentVersion(id, version), data);
  return agent;
}

async function getVersion(tx: Transaction, id: string, version: number): Promise<AgentFields> {
  const found = await tx.find(paths.agentVersion(id, version));
  const readable = found === null ? null : toVersion(found.data);
  if (readable === null)
    throw new AppError("not_found", `There is no version ${version} of this agent that can be read.`);
  return readable.fields;
}

const versionSchema = z.object({
  version: z.int().min(1),
  updatedAt: z.number(),
  updatedBy: z.string(),
  fields: agentFieldsSchema,
});

/** `null` for what is not, or no longer, a version. */
function toVersion(data: DocumentData | undefined): AgentVersion | null {
  return versionSchema.safeParse(data).data ?? null;
}

function toAgent(id: string, data: DocumentData | undefined): Agent | null {
  const version = toVersion(data);
  if (version === null) return null;
  const { fields, ...rest } = version;
  return { ...fields, ...rest, id };
}

/** What is given as `undefined` changes nothing. */
function toGiven(changes: AgentPatch): Partial<AgentFields> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function noAgent(): AppError {
  return new AppError("not_found", "This agent does not exist.");
}

function createConflict({ version, updatedAt, updatedBy }: Agent): AppError {
  const when = new Date(updatedAt).toISOString().slice(0, 19).replace("T", " ");
  return new AppError(
    "conflict",
    `${updatedBy} saved version ${version} of this agent at ${when} UTC. Look at what changed, then save again.`,
  );
}

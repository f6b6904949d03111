import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import {
  maxMcpServers,
  mcpTransportSchema,
  type McpPatch,
  type McpReplacement,
  type McpServer,
  type NewMcpServer,
} from "@/lib/protocol/mcp";
import type { DocumentData, Store, Transaction } from "@/lib/store/store";
import { z } from "zod";
import { createCached } from "./cached";
import { toData } from "./json";
import { changeTools, mergeFound, storedToolSchema, toStoredTool, type FoundTools } from "./mcp-tools";
import { mcpSignInSchema, type McpSignIn } from "./mcp-sign-in";
import { paths } from "./paths";
import type { Sealer } from "./provider-keys";

/** A change made on another instance is seen after so long, as one of the settings. */
const maxAgeMs = 3_000;

const storedSchema = z.object({
  name: z.string(),
  version: z.int(),
  updatedAt: z.number(),
  updatedBy: z.string(),
  transport: mcpTransportSchema,
  secret: z.string().nullable(),
  usesSignIn: z.boolean().default(false),
  /** Sealed. */
  signIn: z.string().nullable().default(null),
  isSignedIn: z.boolean().default(false),
  isEnabled: z.boolean(),
  timeLimitSeconds: z.number(),
  instructions: z.string().nullable(),
  tools: z.array(storedToolSchema),
  skipped: z.number(),
  checkedAt: z.number().nullable(),
  lastError: z.object({ at: z.number(), message: z.string() }).nullable(),
});
type Stored = z.output<typeof storedSchema> & { id: string };

/** Servers of tools, with what each has and what of it was taken. One that cannot be read counts as none. */
export function createMcpServers(store: Store, sealer: Sealer, now: () => number) {
  const cached = createCached(() => readServers(store), { now, maxAgeMs });
  const deps = { store, sealer, now, forget: cached.forget };
  return {
    /** By name. Kept for 3 seconds. */
    list: async (): Promise<McpServer[]> => (await cached.get()).map(toServer),

    /** Throws `not_found`. */
    get: async (id: string): Promise<McpServer> => toServer(await getStored(store, id)),

    /** Opened. Throws `not_found`, and `configuration` when the server's own secret is another one by now. */
    async readSecret(id: string): Promise<string | null> {
      const { secret, name } = await getStored(store, id);
      const opened = secret === null ? null : sealer.open(secret);
      if (secret !== null && opened === null)
        throw new AppError("configuration", `The secret of ${name} cannot be read any more: enter it anew.`);
      return opened;
    },

    /** Opened; empty where nobody is signed in, or it cannot be opened any more. Throws `not_found`. */
    readSignIn: async (id: string): Promise<McpSignIn> => openSignIn(sealer, await getStored(store, id)),

    create: (fields: NewMcpServer, found: FoundTools, author: string) =>
      createServer(deps, { fields, found, author }),

    replace: (id: string, fields: ReplacedServer, found: FoundTools, author: string) =>
      replaceServer(deps, id, { fields, found, author }),

    ...createChanges(deps),

    /** Gives what it was. Throws `not_found`. */
    async delete(id: string): Promise<McpServer> {
      const server = toServer(await getStored(store, id));
      await store.delete(paths.mcpServer(id));
      cached.forget();
      return server;
    },
  };
}

type Deps = { store: Store; sealer: Sealer; now: () => number; forget: () => void };
type Making = { fields: NewMcpServer; found: FoundTools; author: string };

/** Throws `already_exists` for a name that is taken, `invalid_request` when there are enough. */
async function createServer({ store, sealer, now, forget }: Deps, { fields, found, author }: Making) {
  const made = await store.transaction(async (tx) => {
    const others = (await tx.list({ collection: paths.mcpServers, limit: maxMcpServers })).documents;
    if (others.some(({ data }) => data["name"] === fields.name))
      throw new AppError("already_exists", `There is a tool server named ${fields.name} already.`);
    if (others.length === maxMcpServers)
      throw new AppError("invalid_request", `There are ${maxMcpServers} tool servers; no more can be added.`);
    return write(tx, {
      ...{ ...fields, id: randomUUID(), version: 1, updatedAt: now(), updatedBy: author },
      ...{
        isEnabled: true,
        lastError: null,
        signIn: null,
        isSignedIn: false,
        usesSignIn: fields.usesSignIn ?? false,
      },
      secret: fields.secret === null ? null : sealer.seal(fields.secret),
      ...toSeen(fields.name, [], found, now()),
    });
  });
  forget();
  return toServer(made);
}

/** How it is reached from now on, with the secret as stored by then. */
export type ReplacedServer = Omit<McpReplacement, "secret"> & Pick<NewMcpServer, "secret">;
type Replacing = { fields: ReplacedServer; found: FoundTools; author: string };

/**
 * Its tools are as those of a new one, and nobody is signed in at it. Throws `not_found`, `conflict` off its
 * version and `already_exists` for a name that is taken.
 */
async function replaceServer(
  { store, sealer, now, forget }: Deps,
  id: string,
  { fields: { version, secret, usesSignIn = false, ...place }, found, author }: Replacing,
) {
  const made = await store.transaction(async (tx) => {
    const { documents } = await tx.list({ collection: paths.mcpServers, limit: maxMcpServers });
    const current = toStored(id, documents.find((document) => document.id === id)?.data);
    if (current === null) throw noServer();
    if (current.version !== version) throw createConflict(current);
    if (documents.some((document) => document.id !== id && document.data["name"] === place.name))
      throw new AppError("already_exists", `There is a tool server named ${place.name} already.`);
    return write(tx, {
      ...{ ...current, ...place, usesSignIn, signIn: null, isSignedIn: false, lastError: null },
      ...{ version: version + 1, updatedAt: now(), updatedBy: author },
      secret: secret === null ? null : sealer.seal(secret),
      ...toSeen(place.name, [], found, now()),
    });
  });
  forget();
  return toServer(made);
}

function createChanges({ store, sealer, now, forget }: Deps) {
  async function change(id: string, decide: (current: Stored) => Stored): Promise<McpServer> {
    const next = await store.transaction(async (tx) => {
      const current = toStored(id, (await tx.find(paths.mcpServer(id)))?.data);
      if (current === null) throw noServer();
      return write(tx, decide(current));
    });
    forget();
    return toServer(next);
  }
  return {
    /** Throws `not_found`, `invalid_request`, and `conflict` off `version` or for a tool that changed. */
    update: (id: string, changes: McpPatch, version: number, author: string): Promise<McpServer> =>
      change(id, (current) => {
        if (current.version !== version) throw createConflict(current);
        const { secret, tools, isEnabled, timeLimitSeconds } = changes;
        return {
          ...current,
          isEnabled: isEnabled ?? current.isEnabled,
          timeLimitSeconds: timeLimitSeconds ?? current.timeLimitSeconds,
          ...(secret !== undefined && { secret: secret === null ? null : sealer.seal(secret) }),
          ...(tools !== undefined && { tools: changeTools(current.tools, tools) }),
          ...{ version: version + 1, updatedAt: now(), updatedBy: author },
        };
      }),

    /** What the server has now; what was taken stays as it was taken. */
    noteFound: (id: string, found: FoundTools): Promise<McpServer> =>
      change(id, (current) => ({
        ...{ ...current, lastError: null },
        ...toSeen(current.name, current.tools, found, now()),
      })),

    changeSignIn: async (id: string, work: (current: McpSignIn) => McpSignIn): Promise<void> => {
      await change(id, (current) => {
        const next = work(openSignIn(sealer, current));
        const isSignedIn = next.tokens !== undefined;
        return { ...current, isSignedIn, signIn: sealer.seal(JSON.stringify(next)) };
      });
    },

    noteError: (id: string, message: string): Promise<McpServer> =>
      change(id, (current) => ({
        ...current,
        lastError: { at: now(), message: message.slice(0, 2_000) },
      })),
  };
}
export type McpServers = ReturnType<typeof createMcpServers>;

function toSeen(name: string, known: Stored["tools"], found: FoundTools, checkedAt: number) {
  const { instructions, skipped } = found;
  return { tools: mergeFound(name, known, found.tools), instructions, skipped, checkedAt };
}

async function readServers(store: Store): Promise<Stored[]> {
  const { documents } = await store.list({ collection: paths.mcpServers, limit: maxMcpServers });
  return documents
    .flatMap(({ id, data }) => toStored(id, data) ?? [])
    .sort((a, b) => a.name.localeCompare(b.name));
}

async function getStored(store: Store, id: string): Promise<Stored> {
  const stored = toStored(id, (await store.find(paths.mcpServer(id)))?.data);
  if (stored === null) throw noServer();
  return stored;
}

function write(tx: Transaction, server: Stored): Stored {
  const { id, tools, ...rest } = server;
  tx.set(paths.mcpServer(id), toData({ ...rest, tools: tools.map(toStoredTool) }));
  return server;
}

function toStored(id: string, data: DocumentData | undefined): Stored | null {
  const stored = storedSchema.safeParse(data).data;
  return stored === undefined ? null : { ...stored, id };
}

function toServer({ secret, signIn: _sealed, ...server }: Stored): McpServer {
  return { ...server, hasSecret: secret !== null };
}

/** A secret of the server's that changed makes it unreadable: then an administrator signs in again. */
function openSignIn(sealer: Sealer, { signIn }: Stored): McpSignIn {
  const opened = signIn === null ? null : sealer.open(signIn);
  return opened === null ? {} : (mcpSignInSchema.safeParse(JSON.parse(opened)).data ?? {});
}

function noServer(): AppError {
  return new AppError("not_found", "This tool server does not exist.");
}

function createConflict({ version, updatedBy }: Stored): AppError {
  return new AppError(
    "conflict",
    `${updatedBy} saved version ${version} of this tool server. Look at what changed, then save again.`,
  );
}

import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/errors";
import {
  maxMcpServers,
  mcpSeconds,
  mcpTransportSchema,
  type McpPatch,
  type McpReplacement,
  type McpServer,
  type NewMcpServer,
} from "@/lib/features/tool-servers/shape";
import type { Store } from "@/lib/store/store";
import { z } from "zod";
import { createCached } from "@/lib/data/cached";
import { changeTools, mergeFound, storedToolSchema, toStoredTool, type FoundTools } from "./mcp-tools";
import { mcpSignInSchema, type McpSignIn } from "./mcp-sign-in";
import { paths } from "@/lib/data/paths";
import type { Sealer } from "@/lib/secrets";
import { createRecords, type Kept } from "@/lib/data/record";
import { createConflict } from "@/lib/data/versions";

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
type Stored = Kept<z.output<typeof storedSchema>>;

/** Servers of tools, with what each has and what of it was taken. One that cannot be read counts as none. */
export function createMcpServers(store: Store, sealer: Sealer, now: () => number) {
  const servers = createServerRecords(store);
  const cached = createCached(() => servers.list(null), { now, maxAgeMs });
  const deps = { store, servers, sealer, now, forget: cached.forget };
  return {
    /** By name. Kept for 3 seconds. */
    list: async (): Promise<McpServer[]> => (await cached.get()).map(toServer),

    /** Throws `not_found`. */
    get: async (id: string): Promise<McpServer> => toServer(await servers.get(null, id)),

    /** Opened. Throws `not_found`, and `configuration` when the server's own secret is another one by now. */
    async readSecret(id: string): Promise<string | null> {
      const { secret, name } = await servers.get(null, id);
      const opened = secret === null ? null : sealer.open(secret);
      if (secret !== null && opened === null)
        throw new AppError("configuration", `The secret of ${name} cannot be read any more: enter it anew.`);
      return opened;
    },

    /** Opened; empty where nobody is signed in, or it cannot be opened any more. Throws `not_found`. */
    readSignIn: async (id: string): Promise<McpSignIn> => openSignIn(sealer, await servers.get(null, id)),

    create: (fields: NewMcpServer, found: FoundTools, author: string) =>
      saveServer(deps, null, { fields, found, author }),

    replace: (id: string, fields: ReplacedServer, found: FoundTools, author: string) =>
      saveServer(deps, id, { fields, found, author }),

    ...createChanges(deps),

    /** Gives what it was. Throws `not_found`. */
    async delete(id: string): Promise<McpServer> {
      const server = await servers.get(null, id);
      await servers.delete(null, id);
      cached.forget();
      return toServer(server);
    },
  };
}

const createServerRecords = (store: Store) =>
  createRecords(store, {
    noun: "tool server",
    collection: () => paths.mcpServers,
    schema: storedSchema,
    most: maxMcpServers,
    tooMany: () =>
      new AppError("invalid_request", `There are ${maxMcpServers} tool servers; no more can be added.`),
    order: (a, b) => a.name.localeCompare(b.name),
    toStored: ({ tools, ...server }) => ({ ...server, tools: tools.map(toStoredTool) }),
    skipsUnreadable: true,
  });
type ServerRecords = ReturnType<typeof createServerRecords>;

type Deps = { store: Store; servers: ServerRecords; sealer: Sealer; now: () => number; forget: () => void };

/** How it is reached from now on, with the secret as stored by then. */
export type ReplacedServer = Omit<McpReplacement, "secret"> & Pick<NewMcpServer, "secret">;
type NewServer = { fields: NewMcpServer | ReplacedServer; found: FoundTools; author: string };

/**
 * A new one, or one in the place of `replaced`: its tools are new ones, and nobody is signed in at it. Throws
 * `already_exists` for a name that is taken, `invalid_request` when there are enough; for a replacement
 * `not_found` and, off its version, `conflict`.
 */
async function saveServer(
  { store, servers, sealer, now, forget }: Deps,
  replaced: string | null,
  { fields: { secret, usesSignIn = false, ...place }, found, author }: NewServer,
): Promise<McpServer> {
  const saved = await store.transaction(async (tx) => {
    const there = servers.in(tx, null);
    const current = replaced === null ? null : await there.get(replaced);
    if (current !== null && "version" in place) checkVersion(current, place.version);
    const others = (await there.list()).filter(({ id }) => id !== replaced);
    if (others.some(({ name }) => name === place.name))
      throw new AppError("already_exists", `There is a tool server named ${place.name} already.`, {
        fields: { name: "is taken" },
      });
    if (current === null) await there.checkRoom();
    return there.put({
      ...{ id: randomUUID(), isEnabled: true, timeLimitSeconds: mcpSeconds.default, ...current, ...place },
      ...{ usesSignIn, signIn: null, isSignedIn: false, lastError: null },
      ...{ version: (current?.version ?? 0) + 1, updatedAt: now(), updatedBy: author },
      secret: secret === null ? null : sealer.seal(secret),
      ...toSeen(place.name, [], found, now()),
    });
  });
  forget();
  return toServer(saved);
}

function createChanges({ servers, sealer, now, forget }: Deps) {
  async function change(id: string, decide: (current: Stored) => Stored): Promise<McpServer> {
    const next = await servers.change(null, id, decide);
    forget();
    return toServer(next);
  }
  return {
    /** Throws `not_found`, `invalid_request`, and `conflict` off `version` or for a tool that changed. */
    update: (id: string, changes: McpPatch, version: number, author: string): Promise<McpServer> =>
      change(id, (current) => {
        checkVersion(current, version);
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

function toServer({ secret, signIn: _sealed, ...server }: Stored): McpServer {
  return { ...server, hasSecret: secret !== null };
}

/** A secret of the server's that changed makes it unreadable: then an administrator signs in again. */
function openSignIn(sealer: Sealer, { signIn }: Stored): McpSignIn {
  const opened = signIn === null ? null : sealer.open(signIn);
  return opened === null ? {} : (mcpSignInSchema.safeParse(JSON.parse(opened)).data ?? {});
}

function checkVersion({ version, updatedBy }: Stored, read: number): void {
  if (version !== read) throw createConflict("this tool server", { version, updatedBy });
}

import { isDeepStrictEqual } from "node:util";
import { isAppError } from "@/lib/errors";
import type { AuditLog } from "@/lib/data/audit";
import type { McpServers } from "@/lib/features/tool-servers/records/mcp-servers";
import { findReaches, type FoundTool, type FoundTools } from "@/lib/features/tool-servers/records/mcp-tools";
import {
  mcpSignInPath,
  type McpPatch,
  type McpReplacement,
  type McpReply,
  type McpServer,
  type NewMcpServer,
} from "./shape";
import type { Ground } from "@/lib/engine/ground";
import type { ServerTool } from "@/lib/engine/tools/registry";
import type { SaveImage } from "@/lib/data/files";
import { createConnections } from "./connections";
import { forAdmin } from "./failures";
import {
  createNoCommands,
  openServer,
  toVariables,
  type McpTarget,
  type OpenServer,
  type ReachOptions,
} from "./open-server";
import { listReady, toServerTool } from "./server-tools";
import { judgeTools } from "./judge-tools";
import type { ServerSignIn, SignInAnswer } from "./sign-in";
import { createTrial } from "./try-tool";

export type ToolServersDeps = Pick<Ground, "askSmall" | "payFor"> & {
  records: McpServers;
  audit: Pick<AuditLog, "record">;
  saveImage: SaveImage;
  options: ReachOptions;
  signIn: ServerSignIn;
  /** `null` where people reach it at this machine. */
  siteUrl: string | null;
  now: () => number;
  /** Told what is offered now, when that is read. */
  offer: (tools: readonly ServerTool[]) => void;
  report: (event: string, fields: Record<string, unknown>) => void;
};
export type ToolServers = ReturnType<typeof createToolServers>;
type Author = { id: string; name: string };

/** Servers of tools: what the agent is offered of them, and what administrators do with them. */
export function createToolServers(deps: ToolServersDeps) {
  const connections = createConnections();
  const refresh = createRefresh(deps, connections);
  return {
    refresh,
    ...createManagement(deps, refresh),
    tryTool: createTrial({ ...deps, toTarget: (server) => toTarget(deps, server) }),
    close: connections.close,
  };
}

/** Offers what is in force. What cannot be read leaves what was offered before. */
function createRefresh(deps: ToolServersDeps, connections: ReturnType<typeof createConnections>) {
  const { records, options, report } = deps;
  const ignore = (event: string) => (error: unknown) => report(event, { error });
  const toolDeps = {
    connections,
    open: async (server: McpServer, opening: Parameters<typeof openServer>[2]) =>
      openServer(await toTarget(deps, server), options, opening),
    noteFound: async ({ id }: McpServer, found: FoundTools) => {
      await records.noteFound(id, found).catch(ignore("mcp_tools_not_noted"));
      await refresh();
    },
    noteError: async ({ id, lastError }: McpServer, message: string) => {
      const isKnown = lastError?.message === message && deps.now() - lastError.at < errorMs;
      if (!isKnown) await records.noteError(id, message).catch(ignore("mcp_error_not_noted"));
    },
    saveImage: deps.saveImage,
    now: deps.now,
  };
  async function refresh(): Promise<void> {
    const servers = await records.list().catch(ignore("mcp_servers_not_read"));
    if (servers === undefined) return;
    const usable = servers.filter(({ transport }) => transport.kind === "http" || options.programs !== null);
    deps.offer(
      usable.flatMap((server) =>
        listReady(server).map((tool, index) => toServerTool(toolDeps, server, tool, index === 0)),
      ),
    );
  }
  return refresh;
}

const nothing: FoundTools = { tools: [], instructions: null, skipped: 0 };

/** The same failure is written down again after so long. */
const errorMs = 60_000;

async function toTarget({ records, signIn }: ToolServersDeps, server: McpServer): Promise<McpTarget> {
  const { id, name, transport, usesSignIn } = server;
  return {
    ...{ name, transport, secret: usesSignIn ? null : await records.readSecret(id) },
    ...(usesSignIn && { withToken: (inner: typeof fetch) => signIn.withToken(server, inner) }),
  };
}

/** Characters of the names of changed tools. */
const mostNoted = 500;
const toNoted = ({ tools = {} }: McpPatch) => Object.keys(tools).join(", ").slice(0, mostNoted) || null;

function createManagement(deps: ToolServersDeps, refresh: () => Promise<void>) {
  const { records, audit, options } = deps;
  const look = createLook(deps);
  const note = (act: "mcp_added" | "mcp_removed", { name }: McpServer, author: Author) =>
    audit.record({ act, actor: author.id, detail: name });

  async function test(id: string, userId: string, signal: AbortSignal): Promise<McpServer> {
    const known = await records.get(id);
    const target = await toTarget(deps, known);
    try {
      const found = await look(target, { userId, tools: known.tools }, signal);
      const server = await records.noteFound(id, found);
      await refresh();
      return server;
    } catch (error) {
      if (error instanceof Error && !signal.aborted) await records.noteError(id, error.message);
      throw error;
    }
  }

  return {
    async listAll(): Promise<McpReply> {
      return { servers: await records.list(), allowsCommands: options.programs !== null };
    },

    /** Tried first: one that does not answer is not kept. None of its tools is offered yet. */
    async create(fields: NewMcpServer, author: Author, signal: AbortSignal): Promise<McpServer> {
      checkFields(fields, options);
      // One that wants a sign-in says nothing before.
      const found = await look(fields, { userId: author.id }, signal);
      const server = await records.create(fields, found, author.name);
      await note("mcp_added", server, author);
      return server;
    },

    /** Asks what it has now; why it does not answer is thrown, and stands beside it. */
    test,

    ...createSignInManagement(deps, test),

    async update(id: string, changes: McpPatch, version: number, author: Author): Promise<McpServer> {
      const { transport } = await records.get(id);
      if (transport.kind === "command") toVariables(changes.secret ?? "");
      const server = await records.update(id, changes, version, author.name);
      await refresh();
      const about = toNoted(changes);
      await audit.record({ act: "mcp_changed", actor: author.id, detail: server.name, about });
      return server;
    },

    ...createReplacement(deps, { look, refresh }),

    async remove(id: string, author: Author): Promise<void> {
      const server = await records.delete(id);
      await refresh();
      await note("mcp_removed", server, author);
    },
  };
}

function createReplacement(
  { records, audit, options }: ToolServersDeps,
  { look, refresh }: { look: ReturnType<typeof createLook>; refresh: () => Promise<void> },
) {
  return {
    /** Tried first, as a new one is. All its tools wait for the administrator again. */
    async replace(id: string, fields: McpReplacement, author: Author, signal: AbortSignal) {
      const { transport, usesSignIn, tools } = await records.get(id);
      const isSame = isDeepStrictEqual(transport, fields.transport) && !usesSignIn;
      const kept = isSame && fields.usesSignIn !== true ? await records.readSecret(id) : null;
      const next = { ...fields, secret: fields.secret === undefined ? kept : fields.secret };
      checkFields(next, options);
      const found = await look(next, { userId: author.id, tools }, signal);
      const server = await records.replace(id, next, found, author.name);
      await refresh();
      await audit.record({ act: "mcp_changed", actor: author.id, detail: server.name });
      return server;
    },
  };
}

type Test = (id: string, userId: string, signal: AbortSignal) => Promise<McpServer>;

function createSignInManagement({ records, signIn, siteUrl }: ToolServersDeps, test: Test) {
  return {
    /** `host`: at which the administrator reaches the site, where nothing else says it. */
    beginSignIn: (id: string, { userId, host }: { userId: string; host: string }) => {
      const redirectUrl = new URL(mcpSignInPath, siteUrl ?? `http://${host}`).href;
      return signIn.begin(id, { userId, redirectUrl });
    },

    /** With its tools; what went wrong stands beside the server. Throws for a sign-in that is not theirs. */
    async finishSignIn(flow: string, userId: string, answer: SignInAnswer, signal: AbortSignal) {
      const begun = signIn.open(flow, userId, answer);
      try {
        await signIn.finish(begun, answer);
        await test(begun.serverId, userId, signal);
      } catch (error) {
        if (!isAppError(error)) throw error;
        await records.noteError(begun.serverId, error.message);
      }
    },
  };
}

function checkFields(
  { transport, secret }: Pick<NewMcpServer, "transport" | "secret">,
  { programs }: ReachOptions,
): void {
  if (transport.kind !== "command") return;
  if (programs === null) throw createNoCommands();
  toVariables(secret ?? "");
}

type Look = { userId: string; tools?: McpServer["tools"] };

/** What a server has, and what the small model says of those tools that it was not asked about before. */
function createLook(deps: ToolServersDeps) {
  return async (
    target: McpTarget & Pick<NewMcpServer, "usesSignIn">,
    { userId, tools = [] }: Look,
    signal: AbortSignal,
  ): Promise<FoundTools> => {
    // One that wants a sign-in says nothing before.
    if (target.usesSignIn === true) return nothing;
    const isKnown = (tool: FoundTool) => findReaches(tools, tool) !== null;
    return judgeTools(deps, { found: await ask(target, deps.options, signal), isKnown, userId }, signal);
  };
}

async function ask(target: McpTarget, options: ReachOptions, signal: AbortSignal): Promise<FoundTools> {
  let open: OpenServer | null = null;
  try {
    open = await openServer(target, options, { signal });
    return await open.list(signal);
  } catch (error) {
    throw isAppError(error) ? forAdmin(error) : error;
  } finally {
    await open?.close().catch(() => undefined);
  }
}

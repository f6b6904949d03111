import type { AuditLog } from "@/lib/data/audit";
import type { McpServers } from "@/lib/data/mcp-servers";
import type { FoundTools } from "@/lib/data/mcp-tools";
import type { McpPatch, McpReply, McpServer, NewMcpServer } from "@/lib/protocol/mcp";
import type { ServerTool } from "@/lib/tools/registry";
import type { SaveImage } from "@/lib/tools/image-generate/image-generate";
import { createConnections } from "./connections";
import { createNoCommands, openServer, toVariables, type McpTarget, type ReachOptions } from "./open-server";
import { listReady, toServerTool } from "./server-tools";

export type ToolServersDeps = {
  records: McpServers;
  audit: Pick<AuditLog, "record">;
  saveImage: SaveImage;
  options: ReachOptions;
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
    close: connections.close,
  };
}

/** Offers what is in force. What cannot be read leaves what was offered before. */
function createRefresh(deps: ToolServersDeps, connections: ReturnType<typeof createConnections>) {
  const { records, options, report } = deps;
  const ignore = (event: string) => (error: unknown) => report(event, { error });
  const toolDeps = {
    connections,
    open: async (server: McpServer, signal: AbortSignal) =>
      openServer(await toTarget(records, server), options, signal),
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

/** The same failure is written down again after so long. */
const errorMs = 60_000;

async function toTarget(records: McpServers, { id, name, transport }: McpServer): Promise<McpTarget> {
  return { name, transport, secret: await records.readSecret(id) };
}

function createManagement({ records, audit, options }: ToolServersDeps, refresh: () => Promise<void>) {
  const note = (act: "mcp_added" | "mcp_changed" | "mcp_removed", { name }: McpServer, author: Author) =>
    audit.record({ act, actor: author.id, detail: name });

  return {
    async listAll(): Promise<McpReply> {
      return { servers: await records.list(), allowsCommands: options.programs !== null };
    },

    /** Tried first: one that does not answer is not kept. None of its tools is offered yet. */
    async create(fields: NewMcpServer, author: Author, signal: AbortSignal): Promise<McpServer> {
      checkFields(fields, options);
      const server = await records.create(fields, await ask(fields, options, signal), author.name);
      await note("mcp_added", server, author);
      return server;
    },

    /** Asks what it has now; why it does not answer is thrown, and stands beside it. */
    async test(id: string, signal: AbortSignal): Promise<McpServer> {
      const target = await toTarget(records, await records.get(id));
      try {
        const server = await records.noteFound(id, await ask(target, options, signal));
        await refresh();
        return server;
      } catch (error) {
        if (error instanceof Error && !signal.aborted) await records.noteError(id, error.message);
        throw error;
      }
    },

    async update(id: string, changes: McpPatch, version: number, author: Author): Promise<McpServer> {
      const { transport } = await records.get(id);
      if (transport.kind === "command") toVariables(changes.secret ?? "");
      const server = await records.update(id, changes, version, author.name);
      await refresh();
      await note("mcp_changed", server, author);
      return server;
    },

    async remove(id: string, author: Author): Promise<void> {
      const server = await records.delete(id);
      await refresh();
      await note("mcp_removed", server, author);
    },
  };
}

function checkFields({ transport, secret }: NewMcpServer, { programs }: ReachOptions): void {
  if (transport.kind !== "command") return;
  if (programs === null) throw createNoCommands();
  toVariables(secret ?? "");
}

async function ask(target: McpTarget, options: ReachOptions, signal: AbortSignal): Promise<FoundTools> {
  const open = await openServer(target, options, signal);
  try {
    return await open.list(signal);
  } finally {
    await open.close().catch(() => undefined);
  }
}

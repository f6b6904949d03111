import { useReason } from "@/components/ui/use-reason";
import { mcpApi } from "@/lib/client/mcp-api";
import type { Answer } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { McpPatch, McpReplacement, McpReply, McpServer, NewMcpServer } from "@/lib/protocol/mcp";

export type Servers = ReturnType<typeof useServers>;

const serverList = {
  load: mcpApi.list,
  key: ({ id }: McpServer) => id,
  page: ({ servers: items }: McpReply) => ({ items }),
};

/** The tool servers as they stand; each change is saved at once. Verbs say why they failed, or `null`. */
export function useServers(initial: McpReply) {
  const explain = useReason();
  const { items, put, reload } = useResource({ ...serverList, initial });

  /** Also after a failure: somebody else, or the server itself, may have changed what is shown. */
  async function settle(answer: Answer<McpServer | null>): Promise<string | null> {
    if (answer.ok && answer.value !== null) put(answer.value);
    else await reload();
    return answer.ok ? null : explain(answer);
  }

  return {
    servers: items.toSorted((a, b) => a.name.localeCompare(b.name)),
    add: async (fields: NewMcpServer) => settle(await mcpApi.create(fields)),
    test: async (id: string) => settle(await mcpApi.test(id)),
    /** Leaves the page for the server's own sign-in, which leads back here. */
    signIn: async (id: string) => {
      const answer = await mcpApi.signIn(id);
      if (!answer.ok) return explain(answer);
      window.location.assign(answer.value.url);
      return null;
    },
    change: async ({ id, version }: McpServer, changes: McpPatch) =>
      settle(await mcpApi.patch(id, version, changes)),
    replace: async ({ id, version }: McpServer, fields: Omit<McpReplacement, "version">) =>
      settle(await mcpApi.replace(id, { ...fields, version })),
    remove: async (id: string) => settle(await mcpApi.delete(id)),
  };
}

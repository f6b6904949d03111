import { useState } from "react";
import { useReason } from "@/components/ui/use-reason";
import { mcpApi } from "@/lib/client/mcp-api";
import type { Answer } from "@/lib/client/request";
import type { McpPatch, McpReplacement, McpServer, NewMcpServer } from "@/lib/protocol/mcp";

export type Servers = ReturnType<typeof useServers>;

/** The tool servers as they stand; each change is saved at once. Verbs say why they failed, or `null`. */
export function useServers(initial: readonly McpServer[]) {
  const explain = useReason();
  const [servers, setServers] = useState(initial);

  /** Also after a failure: somebody else, or the server itself, may have changed what is shown. */
  async function reload(): Promise<void> {
    const answer = await mcpApi.list();
    if (answer.ok) setServers(answer.value.servers);
  }
  async function settle(answer: Answer<McpServer | null>): Promise<string | null> {
    if (answer.ok && answer.value !== null) replace(answer.value);
    else await reload();
    return answer.ok ? null : explain(answer);
  }
  function replace(server: McpServer): void {
    setServers((before) =>
      [...before.filter(({ id }) => id !== server.id), server].sort((a, b) => a.name.localeCompare(b.name)),
    );
  }

  return {
    servers,
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

import { useReason } from "@/components/ui/use-reason";
import {
  changeServer,
  createServer,
  deleteServer,
  listServers,
  replaceServer,
  signInToServer,
  testServer,
} from "@/lib/features/tool-servers/api";
import { call, callRemoval, loadFrom, type Answer } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type {
  McpPatch,
  McpReplacement,
  McpReply,
  McpServer,
  NewMcpServer,
} from "@/lib/features/tool-servers/shape";

export type Servers = ReturnType<typeof useServers>;

const serverList = {
  load: loadFrom(listServers),
  key: ({ id }: McpServer) => id,
  page: ({ servers: items }: McpReply) => ({ items }),
};

/**
 * The tool servers as they stand; each change is saved at once. Verbs say why they failed, or `null`. Those
 * of a form give the answer.
 */
export function useServers(initial: McpReply) {
  const explain = useReason();
  const { items, put, reload } = useResource({ ...serverList, initial });

  /** Also after a failure: somebody else, or the server itself, may have changed what is shown. */
  async function take<VALUE extends McpServer | null>(asked: Promise<Answer<VALUE>>): Promise<Answer<VALUE>> {
    const answer = await asked;
    if (answer.ok && answer.value !== null) put(answer.value);
    else await reload();
    return answer;
  }

  async function settle(asked: Promise<Answer<McpServer | null>>): Promise<string | null> {
    const answer = await take(asked);
    return answer.ok ? null : explain(answer);
  }

  return {
    servers: items.toSorted((a, b) => a.name.localeCompare(b.name)),
    add: (fields: NewMcpServer) => take(call(createServer, { body: fields })),
    test: (id: string) => settle(call(testServer, { params: { id } })),
    /** Leaves the page for the server's own sign-in, which leads back here. */
    signIn: async (id: string) => {
      const answer = await call(signInToServer, { params: { id } });
      if (!answer.ok) return explain(answer);
      window.location.assign(answer.value.url);
      return null;
    },
    change: ({ id, version }: McpServer, changes: McpPatch) =>
      settle(call(changeServer, { params: { id }, body: { version, changes } })),
    replace: ({ id, version }: McpServer, fields: Omit<McpReplacement, "version">) =>
      take(call(replaceServer, { params: { id }, body: { ...fields, version } })),
    remove: (id: string) => settle(callRemoval(deleteServer, { params: { id } })),
  };
}

import type {
  McpPatch,
  McpReplacement,
  McpReply,
  McpServer,
  McpSignInReply,
  NewMcpServer,
} from "@/lib/protocol/mcp";
import { request, requestRemoval } from "./request";

/** A server is asked for its tools, which may take it a while. */
const askMs = 60_000;

/** What administrators do with tool servers. Never throws: what went wrong is part of the answer. */
export const mcpApi = {
  list: () => request<McpReply>("/api/admin/mcp"),
  create: (fields: NewMcpServer) =>
    request<McpServer>("/api/admin/mcp", { method: "POST", body: fields, timeoutMs: askMs }),
  test: (id: string) => request<McpServer>(`${toPath(id)}/test`, { method: "POST", timeoutMs: askMs }),
  signIn: (id: string) =>
    request<McpSignInReply>(`${toPath(id)}/sign-in`, { method: "POST", timeoutMs: askMs }),
  /** Made against `version`. */
  patch: (id: string, version: number, changes: McpPatch) =>
    request<McpServer>(toPath(id), { method: "PATCH", body: { version, changes } }),
  replace: (id: string, body: McpReplacement) =>
    request<McpServer>(toPath(id), { method: "PUT", body, timeoutMs: askMs }),
  delete: (id: string) => requestRemoval(toPath(id)),
};

function toPath(id: string): string {
  return `/api/admin/mcp/${encodeURIComponent(id)}`;
}

import { endpoint } from "@/lib/protocol/endpoint";
import type {
  McpPatch,
  McpReplacement,
  McpReply,
  McpServer,
  McpSignInReply,
  McpTrial,
  McpTrialReply,
  NewMcpServer,
} from "./shape";

/** A server is asked for its tools, which may take it a while. */
const asking = { timeoutMs: 60_000 };

export const listServers = endpoint<McpReply>()("GET /api/admin/mcp");
/** Keeps a server that answers; none of its tools is offered yet. */
export const createServer = endpoint<McpServer, NewMcpServer>()("POST /api/admin/mcp", asking);
/** Made against `version`; 409 when somebody else saved first, or a tool is another one than was shown. */
export const changeServer = endpoint<McpServer, { version: number; changes: McpPatch }>()(
  "PATCH /api/admin/mcp/[id]",
);
/** Keeps another name, address or sign-in, of a server that answers there; its tools are as new ones. */
export const replaceServer = endpoint<McpServer, McpReplacement>()("PUT /api/admin/mcp/[id]", asking);
export const deleteServer = endpoint()("DELETE /api/admin/mcp/[id]");
/** Asks the server for its tools. */
export const testServer = endpoint<McpServer>()("POST /api/admin/mcp/[id]/test", asking);
/** Calls a tool once, offered or not; 409 when it is another one than was shown. */
export const tryTool = endpoint<McpTrialReply, McpTrial>()("POST /api/admin/mcp/[id]/try", {
  timeoutMs: 330_000,
});
/** Begins a sign-in at the server. What belongs to it stays with this browser. */
export const signInToServer = endpoint<McpSignInReply>()("POST /api/admin/mcp/[id]/sign-in", asking);
/** Where the authorization server leads the browser back to. What went wrong stands on the page. */
export const finishSignIn = endpoint()("GET /api/admin/mcp/signed-in");

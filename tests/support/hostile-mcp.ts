import { startPageServer, type PageHandler, type PageServer } from "./page-server";

type Tool = { name: string; description?: string; inputSchema?: object; annotations?: object };
type Message = { id?: number; method: string; params?: { name?: string } };
export type HostileAnswer = (response: Parameters<PageHandler>[1], message: Message) => void;

/** A tool server as the test wants it: what it has can be changed, and how each tool answers. */
export type HostileMcp = PageServer & {
  endpoint: string;
  tools: Tool[];
  instructions: string | undefined;
  /** Of every request, by its method. */
  asked: string[];
  authorizations: (string | undefined)[];
};

export type Demands = {
  issuer: string;
  isGood(token: string): Promise<boolean>;
  /** Where alone it describes itself, which only its challenge names. */
  metadataPath?: string;
  /** What the token has to reach to for a call. */
  callScope?: string;
  scopeOf?(token: string): Promise<string>;
};

/** By the protocol of 2025-11-25, over one address, with JSON answers. `calls` answer by the tool's name. */
export async function startHostileMcp(
  tools: Tool[],
  calls: Record<string, HostileAnswer | object> = {},
  demands?: Demands,
): Promise<HostileMcp> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = await startPageServer({
    // RFC 9728: which authorization server gives the tokens for it.
    [demands?.metadataPath ?? "/.well-known/oauth-protected-resource/mcp"]: (_request, response) =>
      demands === undefined
        ? response.writeHead(404).end()
        : send(response, {
            resource: `${server.url}/mcp`,
            authorization_servers: [demands.issuer],
            scopes_supported: ["tools"],
          }),
    "/mcp": (request, response) => {
      authorizations.push(request.headers.authorization);
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", async () => {
        if (request.method !== "POST") return response.writeHead(405).end();
        const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
        const message = JSON.parse(body) as Message;
        const refusal = demands === undefined ? null : await findRefusal(demands, token, message);
        if (refusal !== null) return response.writeHead(refusal.status, refusal.headers).end();
        asked.push(message.method);
        answer(response, message);
      });
    },
  });
  /** RFC 6750 and 9728. */
  async function findRefusal(
    { isGood, metadataPath, callScope, scopeOf }: Demands,
    token: string,
    { method }: Message,
  ) {
    const named = metadataPath === undefined ? "" : `resource_metadata="${server.url}${metadataPath}"`;
    if (!(await isGood(token)))
      return {
        status: 401,
        headers: named === "" ? {} : { "www-authenticate": `Bearer scope=tools, ${named}` },
      };
    const scopes = (await scopeOf?.(token))?.split(" ") ?? [];
    if (callScope === undefined || method !== "tools/call" || scopes.includes(callScope)) return null;
    const challenge = `Bearer error="insufficient_scope", scope="${callScope}"`;
    return { status: 403, headers: { "www-authenticate": challenge } };
  }
  function answer(response: Parameters<PageHandler>[1], message: Message): unknown {
    if (message.id === undefined) return response.writeHead(202).end();
    if (message.method === "initialize")
      return reply(response, message, {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "hostile", version: "1" },
        ...(hostile.instructions === undefined ? {} : { instructions: hostile.instructions }),
      });
    if (message.method === "tools/list")
      return reply(response, message, {
        tools: hostile.tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool })),
      });
    const call = message.method === "tools/call" ? calls[message.params?.name ?? ""] : undefined;
    if (typeof call === "function") return (call as HostileAnswer)(response, message);
    if (call !== undefined) return reply(response, message, call);
    return send(response, {
      jsonrpc: "2.0",
      id: message.id,
      error: { code: -32601, message: "No such method" },
    });
  }
  const hostile: HostileMcp = Object.assign(server, {
    endpoint: `${server.url}/mcp`,
    tools,
    instructions: undefined,
    asked,
    authorizations,
  });
  return hostile;
}

export function reply(response: Parameters<PageHandler>[1], { id }: Message, result: object): void {
  send(response, { jsonrpc: "2.0", id, result });
}

function send(response: Parameters<PageHandler>[1], message: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(message));
}

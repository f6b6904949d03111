import { randomBytes } from "node:crypto";
import type { OAuthClientProvider, OAuthTokens } from "@ai-sdk/mcp";
import { AppError, isAppError } from "@/lib/errors";
import type { McpServers } from "@/lib/features/tool-servers/records/mcp-servers";
import type { McpSignIn } from "@/lib/features/tool-servers/records/mcp-sign-in";
import type { Sealer } from "@/lib/secrets";
import { createCheckedFetch, createEnteredFetch, type EnteredGuard } from "@/lib/net/checked-fetch";
import { toOneLine } from "@/lib/language/fence";
import type { McpServer } from "./shape";
import { parseJson } from "@/lib/protocol/json";
import { z } from "zod";
import { withFacts } from "./failures";
import { readLimited } from "./message-fetch";

export type SignInDeps = {
  records: Pick<McpServers, "get" | "readSignIn" | "changeSignIn">;
  sealer: Sealer;
  guard: EnteredGuard;
  now: () => number;
};

/** A sign-in that has begun, sealed in a cookie of the administrator's browser. */
const flowSchema = z.object({
  ...{ serverId: z.string(), userId: z.string(), state: z.string(), verifier: z.string() },
  ...{ redirectUrl: z.string(), until: z.number() },
});
type Flow = z.output<typeof flowSchema>;
/** What the authorization server sends back with the browser. */
export type SignInAnswer = { code: string | null; state: string | null; issuer: string | null };

export const signInLimitMs = 600_000;
const requestMs = 15_000;
const maxBytes = 1_000_000;
/** A token that ends so soon is renewed before it is used. */
const earlyMs = 60_000;

/** Signing in at tool servers by OAuth 2.1: authorization code with PKCE, as the SDK does it. */
export function createSignIn(deps: SignInDeps) {
  const renewals = new Map<string, Promise<string>>();

  /** The current token; with `refused`, a different one. Throws without a sign-in. */
  async function readToken(server: McpServer, refused: string | null): Promise<string> {
    const { tokens, expiresAt = null } = await deps.records.readSignIn(server.id);
    if (tokens === undefined) throw createNotSignedIn(server);
    const isGood = expiresAt === null || expiresAt - earlyMs > deps.now();
    if (isGood && tokens.access_token !== refused) return tokens.access_token;
    const known = renewals.get(server.id);
    const renewal = known ?? renew(deps, server).finally(() => renewals.delete(server.id));
    renewals.set(server.id, renewal);
    return renewal;
  }

  return {
    ...createFlows(deps),

    /**
     * Sends the token with each request; a token that is refused is renewed once. One that does not reach far
     * enough fails, and the next sign-in asks for what is missing too.
     */
    withToken(server: McpServer, inner: typeof fetch): typeof fetch {
      const send = (token: string, ...[input, init]: Parameters<typeof fetch>) => {
        const headers = new Headers(init?.headers);
        headers.set("authorization", `Bearer ${token}`);
        return inner(input, { ...init, headers: Object.fromEntries(headers) });
      };
      return async (...request) => {
        const token = await readToken(server, null);
        const first = await send(token, ...request);
        if (first.status === 401) await first.body?.cancel();
        const response =
          first.status === 401 ? await send(await readToken(server, token), ...request) : first;
        const { error, scope } = readChallenge(response);
        if (response.status !== 403 || error !== "insufficient_scope") return response;
        await response.body?.cancel();
        await deps.records.changeSignIn(server.id, (current) => withScope(current, scope));
        throw createScopeMissing(server, scope);
      };
    },
  };
}
export type ServerSignIn = ReturnType<typeof createSignIn>;

/** From the administrator's wish to sign in until they come back. */
function createFlows(deps: SignInDeps) {
  return {
    /** Where the administrator signs in, and what their browser keeps meanwhile. */
    async begin(id: string, about: { userId: string; redirectUrl: string }) {
      const server = await deps.records.get(id);
      const flow = { ...about, serverId: id, state: randomBytes(24).toString("base64url"), verifier: "" };
      let url: URL | null = null;
      const { scope, resource_metadata: metadataUrl } = await findChallenge(deps, server);
      await deps.records.changeSignIn(id, (current) => {
        const { client, ...rest } = current.scope === undefined ? withScope(current, scope) : current;
        // One that was registered for another address or for less is of no use.
        const isFitting = current.redirectUrl === about.redirectUrl && reachesTo(client?.scope, rest.scope);
        return {
          ...rest,
          ...(metadataUrl !== undefined && { metadataUrl }),
          ...(isFitting && client !== undefined && { client }),
          redirectUrl: about.redirectUrl,
        };
      });
      const provider = createProvider(deps, server, flow, (to) => void (url = to));
      await ask(deps, server, provider, {});
      if (url === null || !/^https?:$/.test((url as URL).protocol)) throw createFailed(server);
      const sealed = JSON.stringify({ ...flow, until: deps.now() + signInLimitMs } satisfies Flow);
      return { url: (url as URL).href, flow: deps.sealer.seal(sealed) };
    },

    /** Whose sign-in it was. Throws `invalid_request` for one that is not this person's, or over. */
    open(sealed: string, userId: string, { state }: SignInAnswer): Flow {
      const flow = flowSchema.safeParse(parseJson(deps.sealer.open(sealed) ?? "")).data;
      const isOwn = flow !== undefined && flow.userId === userId && flow.state === state;
      if (!isOwn || flow.until < deps.now())
        throw new AppError("invalid_request", "This sign-in was not begun here, or is over. Begin it again.");
      return flow;
    },

    /** Takes the tokens. Throws what keeps it from them, in our own words. */
    async finish(flow: Flow, { code, state, issuer }: SignInAnswer): Promise<void> {
      const server = await deps.records.get(flow.serverId);
      if (code === null || state === null)
        throw new AppError("tool_unavailable", `The sign-in for ${server.name} was refused or left.`);
      const provider = createProvider(deps, server, flow, () => undefined);
      const given = { authorizationCode: code, callbackState: state };
      await ask(deps, server, provider, { ...given, ...(issuer !== null && { callbackIssuer: issuer }) });
    },
  };
}

async function renew(deps: SignInDeps, server: McpServer): Promise<string> {
  const none = { state: "", verifier: "" };
  const { redirectUrl = "" } = await deps.records.readSignIn(server.id);
  const provider = createProvider(deps, server, { ...none, redirectUrl }, () => {
    throw createNotSignedIn(server);
  });
  await ask(deps, server, provider, {});
  const { tokens } = await deps.records.readSignIn(server.id);
  if (tokens === undefined) throw createNotSignedIn(server);
  return tokens.access_token;
}

type Callback = { authorizationCode?: string; callbackState?: string; callbackIssuer?: string };

async function ask(deps: SignInDeps, server: McpServer, provider: OAuthClientProvider, asked: Callback) {
  const { auth } = await import("@ai-sdk/mcp");
  const { transport } = server;
  if (transport.kind !== "http")
    throw new AppError("invalid_request", "Only servers by HTTP have a sign-in.");
  try {
    const fetchFn = createSignInFetch(transport.url, deps.guard);
    const { scope, metadataUrl } = await deps.records.readSignIn(server.id);
    const resourceMetadataUrl = metadataUrl === undefined ? null : URL.parse(metadataUrl);
    const told = {
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl !== null && { resourceMetadataUrl }),
    };
    await auth(provider, { serverUrl: transport.url, fetchFn, ...told, ...asked });
  } catch (error) {
    throw isAppError(error) ? error : createFailed(server, error);
  }
}

/** What the server says it wants of whoever comes without a token; nothing where it does not say so. */
async function findChallenge({ guard }: SignInDeps, { transport }: McpServer): Promise<Challenge> {
  if (transport.kind !== "http") return {};
  const request = { jsonrpc: "2.0", id: 0, method: "ping" };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify(request);
  const asking = createSignInFetch(transport.url, guard)(transport.url, { method: "POST", headers, body });
  const response = await asking.catch(() => null);
  return response?.status === 401 ? readChallenge(response) : {};
}

type Challenge = { error?: string; scope?: string; resource_metadata?: string };

/** The parameters of `WWW-Authenticate: Bearer …` (RFC 6750, 9728), in quotes or without. */
function readChallenge({ headers }: Response): Challenge {
  const [, parameters = ""] = /^bearer\s+(.*)$/i.exec(headers.get("www-authenticate") ?? "") ?? [];
  const found = parameters.slice(0, 2_000).matchAll(/([a-z_]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/gi);
  return Object.fromEntries([...found].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** What says nothing of its scope has any. */
function reachesTo(scope: string | undefined, asked: string | undefined): boolean {
  const known = scope?.split(" ");
  return known === undefined || (asked?.split(" ") ?? []).every((each) => known.includes(each));
}

/** What it may do by now stays asked for. */
function withScope(current: McpSignIn, scope: string | undefined): McpSignIn {
  const all = [current.scope, current.tokens?.scope, scope].flatMap((each) => each?.split(" ") ?? []);
  const scopes = [...new Set(all.filter((each) => each !== ""))];
  return scopes.length === 0 ? current : { ...current, scope: scopes.join(" ") };
}

/** Every address of a sign-in passes the guard: this machine's only where the server itself is on it. */
function createSignInFetch(entered: string, guard: EnteredGuard): typeof fetch {
  const isLocal = guard.allowsLoopback && isLoopback(entered);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const inner = isLocal && isLoopback(url) ? createEnteredFetch(url, guard) : createCheckedFetch(guard);
    const response = await inner(input, { ...init, signal: AbortSignal.timeout(requestMs) });
    const text = await readLimited(response, maxBytes);
    const { status, statusText, headers } = response;
    const hasBody = ![101, 204, 205, 304].includes(status);
    return new Response(hasBody ? text : null, { status, statusText, headers: [...headers] });
  };
}

function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(URL.parse(address)?.hostname ?? "");
}

/** What the SDK asks of us. `flow` keeps what belongs to one sign-in, the records what outlives it. */
function createProvider(
  { records, now }: SignInDeps,
  { id }: McpServer,
  flow: Pick<Flow, "state" | "verifier" | "redirectUrl">,
  onRedirect: (url: URL) => void,
): OAuthClientProvider {
  const read = () => records.readSignIn(id);
  const change = async (work: (current: McpSignIn) => McpSignIn) => records.changeSignIn(id, work);
  return {
    redirectUrl: flow.redirectUrl,
    clientMetadata: {
      ...{ client_name: "Sextant", redirect_uris: [flow.redirectUrl] },
      ...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] },
      token_endpoint_auth_method: "none",
    },
    state: () => flow.state,
    storedState: () => flow.state,
    saveCodeVerifier: (verifier) => void (flow.verifier = verifier),
    codeVerifier: () => flow.verifier,
    redirectToAuthorization: onRedirect,
    // A sign-in gives new ones.
    tokens: async () => (flow.state === "" ? (await read()).tokens : undefined),
    saveTokens: (tokens) => change((current) => ({ ...current, tokens, expiresAt: toEnd(tokens, now()) })),
    clientInformation: async () => (await read()).client,
    isClientInformationDynamicallyRegistered: () => true,
    saveClientInformation: (client) => change((current) => ({ ...current, client })),
    invalidateCredentials: (scope, context) =>
      change(({ redirectUrl, client, tokens, expiresAt, ...rest }) => {
        const isOther = context !== undefined && tokens?.access_token !== context.tokens.access_token;
        const keepsTokens = tokens !== undefined && (isOther || scope === "client" || scope === "verifier");
        const keepsClient = client !== undefined && scope !== "all" && scope !== "client";
        return {
          ...rest,
          ...(redirectUrl !== undefined && { redirectUrl }),
          ...(keepsClient && { client }),
          ...(keepsTokens && { tokens, ...(expiresAt !== undefined && { expiresAt }) }),
        };
      }),
  };
}

function toEnd({ expires_in: seconds }: OAuthTokens, now: number): number | null {
  return seconds === undefined ? null : now + seconds * 1_000;
}

function createNotSignedIn({ name }: McpServer): AppError {
  return new AppError(
    "tool_unavailable",
    `An administrator has to sign in at the tool server ${name} first.`,
  );
}

function createScopeMissing({ name }: McpServer, scope: string | undefined): AppError {
  const message = `The tool server ${name} asks for more rights. An administrator has to sign in there again.`;
  const details = scope === undefined ? "" : `It asks for: ${toOneLine(scope).slice(0, 300)}`;
  return withFacts(new AppError("tool_unavailable", message), { details });
}

function createFailed({ name }: McpServer, cause?: unknown): AppError {
  const message = `Signing in at the tool server ${name} failed: it, or its authorization server, did not answer as it should.`;
  return new AppError("tool_unavailable", message, { cause });
}

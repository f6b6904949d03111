import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type AuthorizationServer = {
  issuer: string;
  isGood(token: string): Promise<boolean>;
  scopeOf(token: string): Promise<string>;
  /** What the token endpoint was asked for, in order: its grant types. */
  grants: string[];
  close(): Promise<void>;
};

/** A real authorization server on this machine that registers clients by themselves; its person agrees to everything. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grants: string[] = [];
  const provider = new Provider(issuer, {
    clients: [],
    scopes: ["tools", "write"],
    cookies: { keys: ["only for tests"] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: "tools write",
          accessTokenFormat: "opaque",
          accessTokenTTL: 3_600,
        }),
        useGrantedResource: () => true,
      },
    },
    interactions: { url: () => "/interaction" },
    issueRefreshToken: () => true,
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction") === true) return void agree(provider, request, response);
    if (request.url === "/token")
      request.on("data", (bytes: Buffer) => {
        const grant = new URLSearchParams(bytes.toString()).get("grant_type");
        if (grant !== null) grants.push(grant);
      });
    void answer(request, response);
  });
  return {
    issuer,
    grants,
    isGood: async (token) => (await provider.AccessToken.find(token))?.isValid === true,
    scopeOf: async (token) => (await provider.AccessToken.find(token))?.scope ?? "",
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

async function agree(
  provider: Provider,
  ...[request, response]: Parameters<Provider["interactionDetails"]>
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: "ada", clientId: params.client_id });
  const scope = params.scope ?? "";
  grant.addOIDCScope(`openid ${scope}`);
  if (params.resource !== undefined) grant.addResourceScope(params.resource, scope);
  await provider.interactionFinished(request, response, {
    login: { accountId: "ada" },
    consent: { grantId: await grant.save() },
  });
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { keep } from "./accounts-services";

export type OidcPerson = { sub: string; email: string; email_verified: boolean; name: string };
export type OidcServer = {
  issuer: string;
  person: OidcPerson;
  env: Record<string, string>;
  close(): Promise<void>;
};

/** A real OpenID Connect provider on this machine, at which `person` is always signed in and agrees to everything. */
export async function startOidcServer(siteUrl: string): Promise<OidcServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { person: { sub: "sub-1", email: "oidc@a.example", email_verified: true, name: "Olive" } };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "sextant",
        client_secret: "oidc-secret",
        redirect_uris: [`${siteUrl}/api/auth/callback/oidc`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["only for tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/interaction" },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...state.person, sub: accountId }),
    }),
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    void (request.url?.startsWith("/interaction") === true
      ? agree(provider, state.person, request, response)
      : answer(request, response));
  });
  return {
    issuer,
    get person() {
      return state.person;
    },
    set person(person: OidcPerson) {
      state.person = person;
    },
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "sextant",
      OIDC_CLIENT_SECRET: "oidc-secret",
      OIDC_NAME: "Local",
    },
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

async function agree(
  provider: Provider,
  person: OidcPerson,
  ...[request, response]: Parameters<Provider["interactionDetails"]>
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: person.sub, clientId: params.client_id });
  grant.addOIDCScope("openid email profile");
  await provider.interactionFinished(request, response, {
    login: { accountId: person.sub },
    consent: { grantId: await grant.save() },
  });
}

/** What a browser does at the provider: follows its redirects until one leads back to the site, whose address it gives. */
export async function visitProvider(url: string, siteUrl: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = url;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    await response.text();
    keep(jar, response.headers.getSetCookie());
    next = new URL(response.headers.get("location") ?? "", next).href;
    if (next.startsWith(siteUrl)) return new URL(next);
  }
  throw new Error("The provider did not lead back.");
}

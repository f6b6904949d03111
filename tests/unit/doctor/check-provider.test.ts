import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { checkProvider } from "@/lib/features/doctor/check-provider";

const AUTH_URL = "https://chat.example";
const signal = new AbortController().signal;
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serveDocument(change: (document: Record<string, string>) => unknown): Promise<string> {
  return serve((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
      jwks_uri: `${issuer}/k`,
    };
    if (request.url === "/.well-known/openid-configuration") response.end(JSON.stringify(change(document)));
    else response.writeHead(404).end();
  });
}

afterEach(() => servers.splice(0).forEach((server) => void server.close()));

describe("checkProvider", () => {
  it("reads the discovery document and names the address to register", async () => {
    const issuer = await serveDocument((document) => document);
    const ok = {
      check: "openid",
      status: "ok",
      text: expect.stringContaining("https://chat.example/api/auth/callback/oidc"),
    };
    await expect(checkProvider({ OIDC_ISSUER: issuer, AUTH_URL }, signal)).resolves.toEqual([ok]);
    await expect(checkProvider({ OIDC_ISSUER: `${issuer}/`, AUTH_URL }, signal)).resolves.toEqual([ok]);
  });

  it.each([
    [
      "calls itself something else",
      (document: Record<string, string>) => ({ ...document, issuer: "https://other.example" }),
      "Set it to https://other.example",
    ],
    [
      "has no keys",
      ({ jwks_uri: _, ...document }: Record<string, string>) => document,
      "is not a discovery document",
    ],
  ])("refuses a provider that %s", async (_, change, reason) => {
    const issuer = await serveDocument(change);
    await expect(checkProvider({ OIDC_ISSUER: issuer, AUTH_URL }, signal)).resolves.toMatchObject([
      { status: "failed", text: expect.stringContaining(reason) },
    ]);
  });

  it("says what came instead of the document", async () => {
    const page = await serve((_, response) => response.end("<html>"));
    const wrong = await serveDocument((document) => document);
    await expect(checkProvider({ OIDC_ISSUER: page, AUTH_URL }, signal)).resolves.toMatchObject([
      { text: expect.stringContaining("is not a discovery document") },
    ]);
    await expect(checkProvider({ OIDC_ISSUER: `${wrong}/realm`, AUTH_URL }, signal)).resolves.toMatchObject([
      { text: expect.stringContaining("answers 404") },
    ]);
    await expect(
      checkProvider({ OIDC_ISSUER: "http://127.0.0.1:9", AUTH_URL }, signal),
    ).resolves.toMatchObject([{ text: expect.stringContaining("does not answer") }]);
  });

  it("is no failure where none is set", async () => {
    await expect(checkProvider({ OIDC_ISSUER: undefined, AUTH_URL }, signal)).resolves.toMatchObject([
      { status: "missing" },
    ]);
  });
});

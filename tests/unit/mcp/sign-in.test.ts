import { describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { startAuthorizationServer } from "@/tests/support/authorization-server";
import { startHostileMcp, type Demands } from "@/tests/support/hostile-mcp";
import { visitProvider } from "@/tests/support/oidc-server";
import { readWholeStore } from "@/tests/support/scan-store";
import { ask, call, closeAfter, text, toolParts } from "@/tests/support/scripted-services";
import { openTestServices, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Store } from "@/lib/store/store";

const admin = { id: "owner", name: "Owner" };
const never = new AbortController().signal;
const host = "127.0.0.1:3000";
const site = `http://${host}`;

/** A tool server that wants a token of a real authorization server, and the product beside it. */
async function open(demands: Pick<Demands, "metadataPath" | "callScope"> = {}) {
  const clock = { aheadMs: 0 };
  const authorization = await startAuthorizationServer();
  closeAfter(authorization);
  const { issuer, isGood, scopeOf } = authorization;
  const tools = [{ name: "look", description: "Looks out.", annotations: { readOnlyHint: true } }];
  const calls = { look: { content: [{ type: "text", text: "Calm sea." }] } };
  const far = await startHostileMcp(tools, calls, { issuer, isGood, scopeOf, ...demands });
  closeAfter(far);
  const provider = await startProviderServer(({ turn }) =>
    turn === 0 ? call("mcp_far_look", {}) : text("Done."),
  );
  closeAfter(provider);
  const now = () => Date.now() + clock.aheadMs;
  let store: Store | null = null;
  const services = await openTestServices(
    { LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
    undefined,
    {
      now,
      openStore: async (config) =>
        (store = await openEmbeddedStore({
          dataDir: config.driver === "embedded" ? config.dataDir : "",
          now,
        })),
    },
  );
  closeAfter({ close: () => services.dispose() });
  const transport = { kind: "http" as const, url: far.endpoint };
  const fields = { name: "far", transport, secret: null, usesSignIn: true, timeLimitSeconds: 30 };
  const server = await services.toolServers.create(fields, admin, never);
  const readStore = () => readWholeStore(store ?? expect.fail("The store is not opened."));
  return { services, server, far, authorization, clock, readStore };
}

/** Goes to the authorization server as the administrator's browser does, and comes back with its answer. */
async function visit(services: TestServices, id: string) {
  const { url, flow } = await services.toolServers.beginSignIn(id, { userId: "owner", host });
  const { searchParams } = await visitProvider(url, site);
  const [code, state, issuer] = ["code", "state", "iss"].map((name) => searchParams.get(name));
  return { flow, answer: { code: code ?? null, state: state ?? null, issuer: issuer ?? null } };
}

async function signIn(services: TestServices, id: string): Promise<void> {
  const { flow, answer } = await visit(services, id);
  await services.toolServers.finishSignIn(flow, "owner", answer, never);
}

const findServer = async ({ toolServers }: TestServices) => {
  const { servers } = await toolServers.listAll();
  return servers[0] ?? expect.fail("There is no server.");
};

async function takeAll(services: TestServices): Promise<void> {
  const { id, version, tools } = await findServer(services);
  const taken = tools.map(({ name, found }) => [
    name,
    { accept: found?.fingerprint ?? "", isEnabled: true, approval: "never" as const },
  ]);
  await services.toolServers.update(id, { tools: Object.fromEntries(taken) }, version, admin);
}

const outputOf = (reply: Awaited<ReturnType<typeof ask>>) =>
  toolParts(reply).map((part) => ("output" in part ? part.output : null))[0];

describe("a tool server that wants a sign-in", () => {
  it("is kept without tools, says that nobody is signed in, and has its tools once an administrator is", async () => {
    const { services, server, authorization } = await open();
    expect(server).toMatchObject({ usesSignIn: true, isSignedIn: false, tools: [] });
    await expect(services.toolServers.test(server.id, admin.id, never)).rejects.toThrow("has to sign in");
    await signIn(services, server.id);
    const signedIn = await findServer(services);
    expect(signedIn).toMatchObject({ isSignedIn: true, lastError: null });
    expect(signedIn.tools.map(({ name }) => name)).toEqual(["look"]);
    expect(authorization.grants).toEqual(["authorization_code"]);
  });

  it("is called with the token, which is renewed before its end and stands nowhere in plain text", async () => {
    const { services, server, far, authorization, clock, readStore } = await open();
    await signIn(services, server.id);
    await takeAll(services);
    expect(outputOf(await ask(services))).toMatchObject({ ok: true });
    const before = far.authorizations.at(-1);
    clock.aheadMs += 3_590_000;
    await services.toolServers.test(server.id, admin.id, never);
    expect(authorization.grants).toEqual(["authorization_code", "refresh_token"]);
    const after = far.authorizations.at(-1);
    expect(after).not.toBe(before);
    const kept = await readStore();
    for (const header of [before, after]) expect(kept).not.toContain(header?.replace("Bearer ", "") ?? "x");
    expect(JSON.stringify(await services.toolServers.listAll())).not.toContain("token_endpoint");
  });

  it("is signed in at where its challenge alone says what it is, and renewed there", async () => {
    const { services, server, authorization, clock } = await open({ metadataPath: "/about/itself.json" });
    await signIn(services, server.id);
    expect(await findServer(services)).toMatchObject({ isSignedIn: true, lastError: null });
    clock.aheadMs += 3_590_000;
    await services.toolServers.test(server.id, admin.id, never);
    expect(authorization.grants).toEqual(["authorization_code", "refresh_token"]);
  });

  it("that asks for more rights for a call says so, and has them once an administrator signs in again", async () => {
    const { services, server, authorization, far } = await open({ callScope: "write" });
    await signIn(services, server.id);
    await takeAll(services);
    const refused = outputOf(await ask(services));
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("asks for more rights") });
    expect(JSON.stringify(refused)).not.toContain("write");
    const { lastError, isSignedIn } = await findServer(services);
    expect([lastError?.message, isSignedIn]).toEqual([expect.stringContaining("It asks for: write"), true]);
    await signIn(services, server.id);
    expect(outputOf(await ask(services, "Again", { message: "m2" }))).toMatchObject({ ok: true });
    const token = far.authorizations.at(-1)?.replace("Bearer ", "") ?? "";
    expect((await authorization.scopeOf(token)).split(" ").sort()).toEqual(["tools", "write"]);
  });

  it("says on its page that the sign-in was refused", async () => {
    const { services, server } = await open();
    const { flow, answer } = await visit(services, server.id);
    await services.toolServers.finishSignIn(flow, "owner", { ...answer, code: null }, never);
    const { lastError, isSignedIn } = await findServer(services);
    expect([lastError?.message, isSignedIn]).toEqual(["The sign-in for far was refused or left.", false]);
  });

  it.each([
    ["another administrator", "somebody", (state: string | null) => state],
    ["another sign-in", "owner", () => "another-state"],
  ])("takes no answer of %s", async (_whose, userId, toState) => {
    const { services, server, authorization } = await open();
    const { flow, answer } = await visit(services, server.id);
    const given = { ...answer, state: toState(answer.state) };
    await expect(services.toolServers.finishSignIn(flow, userId, given, never)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(authorization.grants).toEqual([]);
  });

  it("takes no answer that comes too late, nor one whose sealed part is not ours", async () => {
    const { services, server, clock } = await open();
    const { flow, answer } = await visit(services, server.id);
    clock.aheadMs += 700_000;
    for (const sealed of [flow, "", "nonsense"])
      await expect(services.toolServers.finishSignIn(sealed, "owner", answer, never)).rejects.toMatchObject({
        code: "invalid_request",
      });
  });

  it("is another server at another address: nobody is signed in there, and its tools wait again", async () => {
    const { services, server, authorization } = await open();
    await signIn(services, server.id);
    await takeAll(services);
    const tools = [{ name: "look", description: "Looks elsewhere.", annotations: { readOnlyHint: true } }];
    const { issuer, isGood } = authorization;
    const other = await startHostileMcp(tools, {}, { issuer, isGood });
    closeAfter(other);
    const place = { name: "far", transport: { kind: "http" as const, url: other.endpoint } };
    const { version } = await findServer(services);
    const replaced = { ...place, usesSignIn: true, version };
    expect(await services.toolServers.replace(server.id, replaced, admin, never)).toMatchObject({
      ...{ isSignedIn: false, tools: [] },
    });
    expect(other.authorizations).toEqual([]);
    await signIn(services, server.id);
    expect((await findServer(services)).tools).toMatchObject([
      { name: "look", state: "new", isEnabled: false },
    ]);
  });

  it("is sent no token at an address that it was not entered for", async () => {
    const { services } = await open();
    const tools = [{ name: "look", description: "Looks." }];
    const [first, second] = [await startHostileMcp(tools), await startHostileMcp(tools)];
    closeAfter(first);
    closeAfter(second);
    const fields = { name: "plain", secret: "s3cret", timeLimitSeconds: 30 };
    const at = (url: string) => ({ kind: "http" as const, url });
    const made = await services.toolServers.create(
      { ...fields, transport: at(first.endpoint) },
      admin,
      never,
    );
    const renamed = { name: "named", transport: at(first.endpoint), version: made.version };
    const next = await services.toolServers.replace(made.id, renamed, admin, never);
    expect([next.name, next.hasSecret, first.authorizations.at(-1)]).toEqual([
      "named",
      true,
      "Bearer s3cret",
    ]);
    const moved = { name: "named", transport: at(second.endpoint), version: next.version };
    expect(await services.toolServers.replace(made.id, moved, admin, never)).toMatchObject({
      hasSecret: false,
    });
    expect(second.authorizations.filter((header) => header !== undefined)).toEqual([]);
    const nowhere = { name: "named", transport: at("http://127.0.0.1:1/mcp"), version: next.version + 1 };
    await expect(services.toolServers.replace(made.id, nowhere, admin, never)).rejects.toMatchObject({
      code: "tool_unavailable",
    });
  });

  it("leads nobody to an address inside that its metadata names", async () => {
    const { services } = await open();
    const inside = await startHostileMcp([], {}, { issuer: "http://10.0.0.1", isGood: async () => false });
    closeAfter(inside);
    const transport = { kind: "http" as const, url: inside.endpoint };
    const fields = { name: "inside", transport, secret: null, usesSignIn: true, timeLimitSeconds: 30 };
    const server = await services.toolServers.create(fields, admin, never);
    const begun = services.toolServers.beginSignIn(server.id, { userId: "owner", host });
    await expect(begun).rejects.toMatchObject({ code: "tool_unavailable" });
  });
});

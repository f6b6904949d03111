import { describe, expect, it, onTestFinished } from "vitest";
import * as keys from "@/app/api/admin/keys/route";
import * as server from "@/app/api/admin/models/server/route";
import { localOwner } from "@/lib/auth/local-owner";
import type { LocalServersReply } from "@/lib/protocol/local-server";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startOnUsualPort } from "@/tests/support/wire/usual-port";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ServerOptions } from "@/tests/support/wire/provider-server";
import type { Script } from "@/tests/support/wire/reply";

const slot = Symbol.for("sextant.services");
const hello: Script = () => ({ parts: [{ type: "text", chunks: ["Hello."] }] });

async function open(env: Record<string, string> = {}): Promise<TestServices> {
  const services = await openTestServices(env);
  onTestFinished(services.dispose);
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  return services;
}

async function startProvider(options: ServerOptions = {}) {
  const provider = await startProviderServer(hello, options);
  onTestFinished(provider.close);
  return provider;
}

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

async function call(route: unknown, method: string, body?: unknown) {
  const response = await (route as Route)(
    new Request("http://127.0.0.1:3000/x", {
      method,
      headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({} as never) },
  );
  return { status: response.status, reply: (await response.json()) as unknown };
}

const isOffline = async (services: TestServices) => (await services.readClientSettings(localOwner)).offline;

async function askOnce(services: TestServices): Promise<string> {
  const started = await services.runs.start("owner", toQuestion("Hello?"));
  const { parts } = await started.reply;
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

describe("a provider's key", () => {
  it("is not kept when the provider refuses it, and serves at once when it does not", async () => {
    const provider = await startProvider({ key: "good" });
    const services = await open({ OPENAI_BASE_URL: `${provider.url}/v1`, MODEL_LITE: "offline:guide" });
    const put = (key: string) => call(keys.PUT, "PUT", { provider: "openai", key });
    expect(await put("wrong")).toMatchObject({ status: 502, reply: { code: "model_key" } });
    expect(await isOffline(services)).toBe(true);
    expect(await put("good")).toMatchObject({ status: 200 });
    expect(await isOffline(services)).toBe(false);
    expect(await askOnce(services)).toBe("Hello.");
    expect(provider.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer good" });
    expect(await put("wrong")).toMatchObject({ status: 502 });
    expect(await isOffline(services)).toBe(false);
  });

  it("is not kept while the provider cannot be asked", async () => {
    const services = await open({ ANTHROPIC_BASE_URL: "http://127.0.0.1:9/v1" });
    expect(await call(keys.PUT, "PUT", { provider: "anthropic", key: "k" })).toMatchObject({
      reply: { code: "model_unavailable" },
    });
    expect(await isOffline(services)).toBe(true);
  });

  it("of a search engine is kept as it is", async () => {
    await open();
    expect(await call(keys.PUT, "PUT", { provider: "brave", key: "k" })).toMatchObject({ status: 200 });
  });
});

describe("a model server of an address", () => {
  const ask = (address: string, key: string | null = null) => call(server.POST, "POST", { address, key });
  const put = (address: string, key: string | null = null) =>
    call(server.PUT, "PUT", { address, key, model: "qwen3" });

  it("is listed, answers at once and after a restart, and can be disconnected", async () => {
    const provider = await startProvider({ key: "good", models: ["qwen3", "nomic-embed-text"] });
    const services = await openTestServices();
    Object.assign(globalThis, { [slot]: Promise.resolve(services) });
    const address = provider.url.replace("http://", "");
    expect((await ask(address, "good")).reply).toEqual({
      baseURL: `${provider.url}/v1`,
      models: ["qwen3"],
    });
    expect(await isOffline(services)).toBe(true);
    expect(await put(address, "good")).toMatchObject({
      status: 200,
      reply: { effectiveTiers: { main: ["local:qwen3"] } },
    });
    expect(await askOnce(services)).toBe("Hello.");
    expect(provider.requests.at(-1)).toMatchObject({
      model: "qwen3",
      headers: { authorization: "Bearer good" },
    });
    await services.close();
    const again = await openTestServices({}, services.dataDir);
    onTestFinished(again.dispose);
    Object.assign(globalThis, { [slot]: Promise.resolve(again) });
    expect(await isOffline(again)).toBe(false);
    expect((await call(server.DELETE, "DELETE")).reply).toMatchObject({
      effectiveTiers: { main: ["offline:guide"] },
    });
  });

  it("does not get the key of the one before it", async () => {
    const [first, second] = [await startProvider({ key: "good" }), await startProvider({ key: "good" })];
    const services = await open();
    await put(first.url, "good");
    expect(await put(second.url)).toMatchObject({ reply: { code: "model_key" } });
    expect((await services.readSettings()).providers).toContainEqual(
      expect.objectContaining({ id: "local", key: "panel", address: `${first.url}/v1` }),
    );
  });

  it.each([
    ["http://127.0.0.1:9", "model_unavailable"],
    ["http://10.0.0.1", "address_refused"],
    ["http://169.254.169.254/latest", "address_refused"],
    ["http://user:word@127.0.0.1:9", "address_refused"],
    ["ftp://127.0.0.1", "address_refused"],
    ["not an address", "address_refused"],
  ])("%s fails as %s, and nothing is kept", async (address, code) => {
    const services = await open();
    expect((await ask(address)).reply).toMatchObject({ code });
    expect((await put(address)).reply).toMatchObject({ code });
    expect(await isOffline(services)).toBe(true);
  });

  it("is not taken where the environment names one", async () => {
    const provider = await startProvider();
    await open({ LOCAL_BASE_URL: `${provider.url}/v1` });
    expect((await put(provider.url)).reply).toMatchObject({ code: "invalid_request" });
  });
});

describe("model servers on this machine", () => {
  it("are found on their usual ports with the models that answer, and not taken", async () => {
    const models = ["found-qwen3", "bge-m3"];
    const provider = await startOnUsualPort(hello, { models });
    onTestFinished(provider.close);
    const services = await open();
    const { servers } = (await call(server.GET, "GET")).reply as LocalServersReply;
    expect(servers).toContainEqual({
      name: expect.any(String),
      baseURL: `${provider.url}/v1`,
      models: ["found-qwen3"],
    });
    expect(await isOffline(services)).toBe(true);
  });

  it("are nobody's business on a site with accounts", async () => {
    const provider = await startOnUsualPort(hello, { models: ["found-qwen3"] });
    onTestFinished(provider.close);
    const services = await open({ AUTH_URL: "https://site.example" });
    expect(await services.findLocalServers(new AbortController().signal)).toEqual([]);
    const entry = { address: provider.url, key: null };
    await expect(services.listServer(entry, new AbortController().signal)).rejects.toMatchObject({
      code: "address_refused",
    });
  });

  it("may be named by an administrator of a site where the environment allows it", async () => {
    const provider = await startProvider({ models: ["m"] });
    const host = new URL(provider.url).host;
    const services = await open({ AUTH_URL: "https://site.example", WEB_FETCH_ALLOWED_HOSTS: host });
    const entry = { address: provider.url, key: null };
    expect((await services.listServer(entry, new AbortController().signal)).models).toEqual(["m"]);
  });
});

import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import * as keys from "@/app/api/admin/keys/route";
import * as list from "@/app/api/admin/models/route";
import * as server from "@/app/api/admin/models/server/route";
import * as settings from "@/app/api/admin/settings/route";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import type { LocalServersReply } from "@/lib/protocol/local-server";
import type { SettingsReply } from "@/lib/protocol/settings";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startOnUsualPort } from "@/tests/support/wire/usual-port";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ServerOptions } from "@/tests/support/wire/provider-server";
import type { Script } from "@/tests/support/wire/reply";

const { signal } = new AbortController();
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

async function call(route: unknown, method: string, body?: unknown, query = "") {
  const response = await (route as Route)(
    new Request(`http://127.0.0.1:3000/x${query}`, {
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
  const conversation = randomUUID();
  const started = await services.runs.start(
    "owner",
    toQuestion("Hello?", { conversation, message: `m-${conversation}` }),
  );
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

describe("model servers by their names", () => {
  type Entry = { name: string; address: string; key?: string | null; model?: string };
  const put = ({ key = null, model = "qwen3", ...entry }: Entry) =>
    call(server.PUT, "PUT", { ...entry, key, model });
  const remove = (name: string) => call(server.DELETE, "DELETE", undefined, `?name=${name}`);
  const idsOf = (reply: unknown) => (reply as SettingsReply).providers.map(({ id }) => id);

  it("stand beside each other, each with its own key, and are removed one by one", async () => {
    const services = await open();
    const [one, two] = [await startProvider({ key: "k-first" }), await startProvider({ key: "k-second" })];
    expect(await put({ name: "one", address: one.url, key: "k-first" })).toMatchObject({ status: 200 });
    const { reply } = await put({ name: "two", address: two.url, key: "k-second" });
    expect(reply).toMatchObject({ effectiveTiers: { main: ["one:qwen3", "two:qwen3"] } });
    expect(JSON.stringify(reply)).not.toMatch(/k-first|k-second/);
    expect(await askOnce(services)).toBe("Hello.");
    expect(one.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer k-first" });
    const main = ["two:qwen3", "one:qwen3"];
    const { version } = await services.readSettings();
    await call(settings.PUT, "PUT", { version, settings: { modelTiers: { main } } });
    await askOnce(services);
    expect(two.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer k-second" });
    const left = await remove("two");
    expect(idsOf(left.reply)).toContain("one");
    expect(idsOf(left.reply)).not.toContain("two");
    expect(left.reply).toMatchObject({ effectiveTiers: { main } });
    expect(await askOnce(services)).toBe("Hello.");
    expect(one.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer k-first" });
  });

  it("keep their key while they stay at their address, and lose it with another", async () => {
    const [one, two] = [await startProvider({ key: "good" }), await startProvider({ key: "good" })];
    const services = await open();
    await put({ name: "box", address: one.url, key: "good" });
    const changed = await put({ name: "box", address: one.url, model: "other" });
    expect(changed.reply).toMatchObject({ effectiveTiers: { main: ["box:other"] } });
    await askOnce(services);
    expect(one.requests.at(-1)?.headers).toMatchObject({ authorization: "Bearer good" });
    expect(await put({ name: "box", address: two.url })).toMatchObject({ reply: { code: "model_key" } });
    expect(two.requests).toEqual([]);
  });

  it.each(["openai", "google", "offline", "brave", "mediawiki", "groq", "Box", "a b", "9x", "x".repeat(33)])(
    "have names of their own: %s is refused",
    async (name) => {
      const provider = await startProvider();
      await open({ COMPATIBLE_PROVIDERS: `groq=${provider.url}/v1` });
      expect(await put({ name, address: provider.url })).toMatchObject({
        status: 400,
        reply: { code: "invalid_request" },
      });
    },
  );

  it.each([
    ["http://10.0.0.1", "address_refused"],
    ["http://127.0.0.1:9", "model_unavailable"],
  ])("are guarded as any entered address: %s", async (address, code) => {
    const services = await open();
    expect((await put({ name: "box", address })).reply).toMatchObject({ code });
    expect(await isOffline(services)).toBe(true);
  });

  it("are only removed themselves, and no key of a provider with them", async () => {
    const provider = await startProvider({ key: "good" });
    await open({ OPENAI_BASE_URL: `${provider.url}/v1` });
    await call(keys.PUT, "PUT", { provider: "openai", key: "good" });
    const { reply } = await remove("openai");
    expect((reply as SettingsReply).providers.find(({ id }) => id === "openai")?.key).toBe("panel");
  });
});

describe("the list of a provider's models", () => {
  const listOf = (provider: string) => call(list.GET, "GET", undefined, `?provider=${provider}`);
  const rows = [
    { id: "small", max_model_len: 16_384 },
    { id: "dear", context_length: 200_000, pricing: { prompt: "0.000003", completion: "0.000015" } },
    { id: "text-embed" },
    { id: "no name for a reference?" },
  ];

  it("comes with window and price, and what is chosen of it is in force", async () => {
    const provider = await startProvider({ rows });
    const services = await open({
      COMPATIBLE_PROVIDERS: `box=${provider.url}/v1`,
      MODEL_MAIN: "box:small",
      MODEL_PRO: "box:small",
    });
    const unknown = { contextWindow: null, price: null };
    expect((await listOf("box")).reply).toEqual({
      models: [
        { ...unknown, name: "small", contextWindow: 16_384, known: unknown, isAnswering: true },
        {
          ...{ name: "dear", contextWindow: 200_000, price: { inputPerMillion: 3, outputPerMillion: 15 } },
          ...{ known: unknown, isAnswering: true },
        },
        { ...unknown, name: "text-embed", known: unknown, isAnswering: false },
      ],
    });
    expect(services.models().describe("box:small").contextWindow).toBe(32_000);
    const { version } = await services.readSettings();
    const modelOptions = {
      "box:small": { isOffered: false, contextWindow: 16_384 },
      "box:dear": { isOffered: true, contextWindow: 200_000 },
      "gone:model": { isOffered: true },
    };
    await call(settings.PUT, "PUT", { version, settings: { modelOptions } });
    expect(services.models().describe("box:small").contextWindow).toBe(16_384);
    const { models } = await services.readClientSettings(localOwner);
    expect(models).toMatchObject([{ ref: "box:dear", contextWindow: 200_000 }]);
    const choose = (model: string) =>
      services.runs.start("owner", { ...toQuestion("Hello?"), options: { model } });
    await expect(choose("box:small")).rejects.toMatchObject({ code: "forbidden" });
    await (
      await choose("box:dear")
    ).reply;
    expect(provider.requests.map(({ model }) => model)).toContain("dear");
  });

  it("gives way to what the environment says of windows", async () => {
    const provider = await startProvider({ rows });
    const services = await open({ MODEL_WINDOWS: "box:small=9000" });
    const entry = { address: provider.url, key: null, name: "box" };
    await services.putServer("owner", { ...entry, model: "dear" }, signal);
    expect(services.models().describe("box:dear").contextWindow).toBe(200_000);
    await services.putServer("owner", { ...entry, model: "small" }, signal);
    expect(services.models().describe("box:small").contextWindow).toBe(9_000);
  });

  it("fails by name where the provider is not set up or is no model server", async () => {
    const services = await open({ COMPATIBLE_PROVIDERS: "box=http://127.0.0.1:9/v1" });
    expect((await listOf("openai")).reply).toMatchObject({ code: "model_key" });
    expect((await listOf("box")).reply).toMatchObject({ code: "model_unavailable" });
    expect((await listOf("A b")).status).toBe(400);
    expect(services.models().describe("box:x").price).toBeNull();
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
    expect(await services.findLocalServers(signal)).toEqual([]);
    const entry = { name: "local", address: provider.url, key: null };
    await expect(services.listServer(entry, signal)).rejects.toMatchObject({
      code: "address_refused",
    });
  });

  it("may be named by an administrator of a site where the environment allows it", async () => {
    const provider = await startProvider({ models: ["m"] });
    const host = new URL(provider.url).host;
    const services = await open({ AUTH_URL: "https://site.example", WEB_FETCH_ALLOWED_HOSTS: host });
    const entry = { name: "local", address: provider.url, key: null };
    expect((await services.listServer(entry, signal)).models).toEqual(["m"]);
  });
});

import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createModels } from "@/lib/models/models";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const { signal } = new AbortController();
const secret = "k-very-secret";
const none = { compatible: [], tiers: {}, keySources: {} };

async function startProvider(models = ["one", "two"]): Promise<string> {
  const provider = await startProviderServer(() => ({ parts: [] }), { key: secret, models });
  onTestFinished(provider.close);
  return provider.url;
}

/** A server that answers every request alike. */
async function startAnswer(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const listAt = (baseURL: string) =>
  createModels({ ...none, local: { baseURL, apiKey: "k" } }).listOf("local", signal);

describe.each([
  ["google", "/v1beta"],
  ["openai", "/v1"],
  ["anthropic", "/v1"],
] as const)("the models of %s", (id, path) => {
  const listWith = async (url: string, apiKey: string) => {
    const models = createModels({ ...none, [id]: { apiKey, baseURL: `${url}${path}` } });
    return (await models.listOf(id, signal))?.map(({ name }) => name);
  };

  it("are listed with a good key", async () => {
    expect(await listWith(await startProvider(), secret)).toEqual(["one", "two"]);
  });

  it("are not with a wrong one, which no word of the failure repeats", async () => {
    const failure = await listWith(await startProvider(), "k-wrong").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "model_key", message: expect.stringMatching(/refused the key/) });
    const { message, cause } = failure as Error;
    expect(`${message} ${JSON.stringify(cause)}`).not.toContain("k-wrong");
  });
});

describe("a list of models", () => {
  it("may be missing where a server has none, or none for this key", async () => {
    expect(await listAt(await startAnswer(404, "{}"))).toBeNull();
    expect(
      await listAt(await startAnswer(403, "You have insufficient permissions. Missing scopes: a.b")),
    ).toBeNull();
  });

  it("is empty where no model is there yet", async () => {
    expect(await listAt(await startAnswer(200, '{"object":"list","data":null}'))).toEqual([]);
  });

  it.each([
    [200, "<!doctype html><title>Hello</title>", "model_rejected"],
    [200, '{"data":[{"name":1}]}', "model_rejected"],
    [403, '{"error":{"message":"no"}}', "model_key"],
    [429, "{}", "model_quota"],
    [503, "{}", "model_unavailable"],
  ])("fails with %i and %s as %s", async (status, body, code) => {
    await expect(listAt(await startAnswer(status, body))).rejects.toMatchObject({ code });
  });

  it("fails where nothing listens, and is not read without end", async () => {
    await expect(listAt("http://127.0.0.1:9/v1")).rejects.toMatchObject({ code: "model_unavailable" });
    const endless = await startAnswer(200, `{"data":["${"x".repeat(17_000_000)}"]}`);
    await expect(listAt(endless)).rejects.toMatchObject({ code: "model_rejected" });
  });

  it("is not fetched from where the address redirects", async () => {
    const from = await startAnswer(302, "", { location: `${await startProvider()}/v1/models` });
    await expect(listAt(from)).rejects.toMatchObject({ code: "model_unavailable" });
  });

  it("is not asked for without a key", async () => {
    await expect(createModels(none).listOf("google", signal)).rejects.toMatchObject({ code: "model_key" });
  });
});

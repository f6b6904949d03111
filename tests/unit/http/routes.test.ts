import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as nowhere from "@/app/api/[...rest]/route";
import * as chat from "@/app/api/chat/route";
import * as stop from "@/app/api/chat/[id]/stop/route";
import * as joined from "@/app/api/chat/[id]/stream/route";
import * as conversation from "@/app/api/conversations/[id]/route";
import * as conversations from "@/app/api/conversations/route";
import * as keys from "@/app/api/admin/keys/route";
import * as settings from "@/app/api/admin/settings/route";
import * as files from "@/app/api/files/[id]/route";
import * as health from "@/app/api/health/route";
import * as memories from "@/app/api/memories/route";
import * as memory from "@/app/api/memories/[id]/route";
import * as runs from "@/app/api/runs/[id]/route";
import { apiHeaders } from "@/lib/http/api-headers";
import type { Problem } from "@/lib/protocol/problem";
import type { ConversationReply, ConversationsReply } from "@/lib/protocol/conversations";
import type { SettingsReply } from "@/lib/protocol/settings";
import { readEvents } from "@/tests/support/read-events";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer, type ProviderServer } from "@/tests/support/wire/provider-server";

const slot = Symbol.for("sextant.services");
let services: TestServices;
let provider: ProviderServer;

beforeAll(async () => {
  provider = await startProviderServer(() => ({ parts: [] }), { key: "AIza-very-secret" });
  services = await openTestServices({ GOOGLE_BASE_URL: `${provider.url}/v1beta` });
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
});
afterAll(async () => {
  await services.dispose();
  await provider.close();
});

type Route = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
type Options = {
  method?: string;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
  id?: string;
  query?: string;
};

/** Calls a route as the browser would: same host, same origin. */
async function callRoute(
  route: unknown,
  { method = "GET", body, raw, headers = {}, id, query = "" }: Options = {},
): Promise<Response> {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const request = new Request(`http://127.0.0.1:3000/x${query}`, {
    method,
    headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000", ...headers },
    ...(content === undefined ? {} : { body: content }),
  });
  return (route as Route)(request, { params: Promise.resolve((id === undefined ? {} : { id }) as never) });
}

async function readProblem(response: Response): Promise<Problem> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  return (await response.json()) as Problem;
}

const ask = (text: string, ids = {}) => callRoute(chat.POST, { method: "POST", body: toQuestion(text, ids) });

describe("POST /api/chat", () => {
  it("answers with the UI message stream and keeps question and answer", async () => {
    const response = await ask("What is 15 * 3?", { conversation: "http1", message: "h1" });
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    const events = await readEvents(response.body ?? new ReadableStream());
    expect(events.some((event) => event.type === "tool-output-available")).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: "finish",
      messageMetadata: { outcome: "completed", model: "offline:guide" },
    });
    const kept = (await (await callRoute(conversation.GET, { id: "http1" })).json()) as ConversationReply;
    expect(kept.messages).toHaveLength(2);
    expect(JSON.stringify(kept.messages[1])).toContain("45");
  });

  it("takes a message without a trigger as a new one", async () => {
    const { trigger, ...body } = toQuestion("Hello", { conversation: "http3", message: "h3" });
    expect(trigger).toBe("submit-message");
    expect((await callRoute(chat.POST, { method: "POST", body })).status).toBe(200);
  });

  it("submits the message when no trigger is named", async () => {
    const { trigger: _trigger, ...body } = toQuestion("Hello", { conversation: "http3", message: "h3" });
    const response = await callRoute(chat.POST, { method: "POST", body });
    expect((await readEvents(response.body ?? new ReadableStream())).at(-1)).toMatchObject({
      type: "finish",
    });
  });

  it("awaits one JSON reply with stream: false", async () => {
    const body = {
      ...toQuestion("Hello", { conversation: "http2", message: "h2" }),
      options: { stream: false },
    };
    const reply = (await (await callRoute(chat.POST, { method: "POST", body })).json()) as {
      message: { role: string };
    };
    expect(reply.message.role).toBe("assistant");
  });

  const good = toQuestion("x", { conversation: "bad1" });
  const withParts = (parts: unknown[]) => ({ ...good, message: { ...good.message, parts } });
  it.each<[string, Options, number, string]>([
    ["a body that is no JSON", { raw: "{oops" }, 400, "invalid_request"],
    ["a missing message", { body: { id: "bad1", trigger: "submit-message" } }, 400, "invalid_request"],
    ["an id with other characters", { body: { ...good, id: "../../etc" } }, 400, "invalid_request"],
    ["an id that is too long", { body: { ...good, id: "a".repeat(65) } }, 400, "invalid_request"],
    [
      "an assistant's message",
      { body: { ...good, message: { ...good.message, role: "assistant" } } },
      400,
      "invalid_request",
    ],
    [
      "a tool part in a person's message",
      { body: withParts([{ type: "tool-calculate", toolCallId: "1", state: "output-available" }]) },
      400,
      "invalid_request",
    ],
    [
      "a remote picture",
      { body: withParts([{ type: "file", mediaType: "image/png", url: "https://evil.example/x.png" }]) },
      400,
      "invalid_request",
    ],
    [
      "text over 100,000 characters",
      { body: withParts([{ type: "text", text: "x".repeat(100_001) }]) },
      413,
      "too_large",
    ],
    ["a body over 4 MB", { raw: `{"id":"${"x".repeat(4_000_001)}"}` }, 413, "too_large"],
    [
      "a model whose name leads to another address",
      { body: { ...good, options: { model: "google:../../files?x=" } } },
      400,
      "invalid_request",
    ],
    ["an unknown option", { body: { ...good, options: { temporaryy: true } } }, 400, "invalid_request"],
  ])("refuses %s and writes nothing", async (_title, options, status, code) => {
    const response = await callRoute(chat.POST, { method: "POST", ...options });
    expect(response.status).toBe(status);
    expect(await readProblem(response)).toMatchObject({ status, code });
    expect((await callRoute(conversation.GET, { id: "bad1" })).status).toBe(404);
  });

  it("names the fields that are wrong", async () => {
    const response = await callRoute(chat.POST, { method: "POST", body: { ...good, id: "a b" } });
    expect((await readProblem(response)).fields).toHaveProperty("id");
  });

  it("refuses a page of another site and a rebound host name", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { host: "evil.example:3000", origin: "http://evil.example:3000" },
    ]) {
      const response = await callRoute(chat.POST, { method: "POST", body: good, headers });
      expect(await readProblem(response)).toMatchObject({ status: 403, code: "forbidden" });
    }
  });

  it("counts the body while it arrives, whatever length it claims", async () => {
    const response = await callRoute(chat.POST, {
      method: "POST",
      raw: "x".repeat(4_100_000),
      headers: { "content-length": "10" },
    });
    expect(response.status).toBe(413);
  });
});

describe("an id in an address", () => {
  const routes: [string, unknown, string][] = [
    ["GET /api/conversations/{id}", conversation.GET, "GET"],
    ["PATCH /api/conversations/{id}", conversation.PATCH, "PATCH"],
    ["DELETE /api/conversations/{id}", conversation.DELETE, "DELETE"],
    ["GET /api/chat/{id}/stream", joined.GET, "GET"],
    ["POST /api/chat/{id}/stop", stop.POST, "POST"],
    ["GET /api/files/{id}", files.GET, "GET"],
    ["PATCH /api/memories/{id}", memory.PATCH, "PATCH"],
    ["DELETE /api/memories/{id}", memory.DELETE, "DELETE"],
    ["GET /api/runs/{id}", runs.GET, "GET"],
  ];
  it.each(routes)("of %s is refused when it is none, with its field", async (_title, route, method) => {
    for (const id of ["../../settings", "a.b", "a@b", "..%2f", "x".repeat(65), "\u4e2d"]) {
      const response = await callRoute(route, {
        method,
        id,
        ...(method === "PATCH" ? { body: { title: "x" } } : {}),
      });
      expect(response.status).toBe(400);
      expect((await readProblem(response)).fields).toHaveProperty("id");
    }
  });
});

describe("the running reply", () => {
  it("is not there when nothing runs: 204 to join, 204 to stop", async () => {
    expect((await callRoute(joined.GET, { id: "none" })).status).toBe(204);
    expect((await callRoute(stop.POST, { method: "POST", id: "none" })).status).toBe(204);
  });
});

describe("conversations", () => {
  it("are listed newest first, in pages, renamed and deleted", async () => {
    for (const id of ["l1", "l2", "l3"])
      await (await ask("Hello", { conversation: id, message: `m-${id}` })).text();
    const first = (await (
      await callRoute(conversations.GET, { query: "?limit=2" })
    ).json()) as ConversationsReply;
    expect(first.conversations.map(({ id }) => id)).toEqual(["l3", "l2"]);
    const second = (await (
      await callRoute(conversations.GET, {
        query: `?limit=2&cursor=${encodeURIComponent(first.cursor ?? "")}`,
      })
    ).json()) as ConversationsReply;
    expect(second.conversations[0]?.id).toBe("l1");
    await callRoute(conversation.PATCH, { method: "PATCH", id: "l2", body: { title: "Renamed" } });
    expect(
      ((await (await callRoute(conversation.GET, { id: "l2" })).json()) as ConversationReply).title,
    ).toBe("Renamed");
    expect((await callRoute(conversation.DELETE, { method: "DELETE", id: "l2" })).status).toBe(204);
    expect((await callRoute(conversation.GET, { id: "l2" })).status).toBe(404);
  });

  it("answer bad input with what is wrong", async () => {
    expect((await callRoute(conversations.GET, { query: "?limit=1000" })).status).toBe(400);
    expect((await callRoute(conversations.GET, { query: "?cursor=nonsense" })).status).toBe(400);
    expect(
      (await callRoute(conversation.PATCH, { method: "PATCH", id: "none", body: { title: "x" } })).status,
    ).toBe(404);
    expect(
      (await callRoute(conversation.PATCH, { method: "PATCH", id: "none", body: { title: " " } })).status,
    ).toBe(400);
  });
});

describe("memories", () => {
  it("are added, changed, listed and forgotten", async () => {
    const added = (await (
      await callRoute(memories.POST, { method: "POST", body: { content: "Likes tea" } })
    ).json()) as { id: string };
    const changed = await callRoute(memory.PATCH, {
      method: "PATCH",
      id: added.id,
      body: { content: "Likes green tea" },
    });
    expect(await changed.json()).toMatchObject({ content: "Likes green tea" });
    expect(((await (await callRoute(memories.GET)).json()) as { facts: unknown[] }).facts).toHaveLength(1);
    expect((await callRoute(memories.DELETE, { method: "DELETE" })).status).toBe(204);
    expect(((await (await callRoute(memories.GET)).json()) as { facts: unknown[] }).facts).toEqual([]);
  });

  it("never hold a secret", async () => {
    const response = await callRoute(memories.POST, {
      method: "POST",
      body: { content: "My card is 4111 1111 1111 1111" },
    });
    expect(response.status).toBe(400);
  });
});

describe("the admin's settings", () => {
  it("are changed against a version; whoever saves second is told", async () => {
    const before = (await (await callRoute(settings.GET)).json()) as SettingsReply;
    const put = (body: unknown) => callRoute(settings.PUT, { method: "PUT", body });
    expect((await put({ version: before.version, settings: { maxIterations: 7 } })).status).toBe(200);
    const second = await put({ version: before.version, settings: { maxIterations: 9 } });
    expect(await readProblem(second)).toMatchObject({ status: 409, code: "conflict" });
    expect(((await (await callRoute(settings.GET)).json()) as SettingsReply).settings.maxIterations).toBe(7);
  });

  it("stay within their limits", async () => {
    const { version } = (await (await callRoute(settings.GET)).json()) as SettingsReply;
    for (const wrong of [
      { maxIterations: 11 },
      { temperature: 3 },
      { agentStyle: "wild" },
      { enabledTools: ["rm"] },
      { nonsense: 1 },
      { modelTiers: { main: ["gemini"] } },
    ]) {
      const response = await callRoute(settings.PUT, { method: "PUT", body: { version, settings: wrong } });
      expect(await readProblem(response)).toMatchObject({ status: 400, code: "invalid_request" });
    }
  });

  it("take a provider's key and never give it back", async () => {
    const saved = await callRoute(keys.PUT, {
      method: "PUT",
      body: { provider: "google", key: "AIza-very-secret" },
    });
    const text = await saved.text();
    expect(text).not.toContain("very-secret");
    expect((JSON.parse(text) as SettingsReply).providers.find(({ id }) => id === "google")).toMatchObject({
      key: "panel",
    });
    const removed = (await (
      await callRoute(keys.PUT, { method: "PUT", body: { provider: "google", key: null } })
    ).json()) as SettingsReply;
    expect(removed.providers.find(({ id }) => id === "google")).toMatchObject({ key: "none" });
  });

  it("take no key for a provider that there is not, or that needs none", async () => {
    for (const provider of ["nobody", "offline"]) {
      const response = await callRoute(keys.PUT, { method: "PUT", body: { provider, key: "k" } });
      expect(await readProblem(response)).toMatchObject({
        status: 400,
        fields: { provider: expect.any(String) },
      });
    }
  });
});

describe("runs, files and health", () => {
  it("give a run's record to its owner", async () => {
    const events = await readEvents(
      (await ask("What is 2 + 2?", { conversation: "r1", message: "r1m" })).body ?? new ReadableStream(),
    );
    const finish = events.at(-1);
    const runId = finish?.type === "finish" ? (finish.messageMetadata as { runId: string }).runId : "";
    const record = (await (await callRoute(runs.GET, { id: runId })).json()) as {
      steps: { toolCalls: { tool: string; status: string }[] }[];
    };
    expect(record.steps[0]?.toolCalls[0]).toMatchObject({ tool: "calculate", status: "success" });
    expect((await callRoute(runs.GET, { id: "nobody" })).status).toBe(404);
  });

  it("have no file that was not stored", async () => {
    expect((await callRoute(files.GET, { id: "none" })).status).toBe(404);
  });

  it("tell whether the server can serve, without secrets", async () => {
    expect(await (await callRoute(health.GET)).json()).toEqual({
      ok: true,
      store: "embedded",
      model: "offline:guide",
      version: expect.any(String),
    });
    const strange = await callRoute(health.GET, { headers: { host: "elsewhere.example" } });
    expect([strange.status, await strange.json()]).toEqual([200, { ok: true }]);
  });
});

describe("an address under /api that is no route", () => {
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
    "answers %s with a problem document that carries what every answer does",
    async (method) => {
      const response = nowhere[method](new Request("http://elsewhere.example/api/nothing", { method }));
      expect([response.status, response.headers.get("content-type")]).toEqual([
        404,
        "application/problem+json",
      ]);
      expect(Object.fromEntries(response.headers)).toMatchObject(apiHeaders);
      expect(await response.json()).toMatchObject({ code: "not_found", status: 404 });
    },
  );
});

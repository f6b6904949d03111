import { afterEach, describe, expect, it } from "vitest";
import { createConversationApi } from "@/lib/client/conversation/api";
import { call } from "@/lib/client/request";
import { endpoint } from "@/lib/protocol/endpoint";
import {
  openChatServer,
  sendJson,
  sendNothing,
  sendProblem,
  toConversation,
  type ChatServer,
} from "./chat-server";

let server: ChatServer;
afterEach(() => server.close());

const get = endpoint<unknown>()("GET /api/x");
const put = endpoint<unknown, object>()("PUT /api/x");
const at = () => ({ origin: server.origin });

describe("call", () => {
  it("sends a body as JSON and gives the answer's value", async () => {
    server = await openChatServer({ "PUT /api/x": [sendJson({ saved: true })] });
    await expect(call(put, { body: { a: 1 }, origin: server.origin })).resolves.toEqual({
      ok: true,
      value: { saved: true },
    });
    expect(server.bodies).toEqual([{ a: 1 }]);
  });

  it("gives null for an answer without words", async () => {
    server = await openChatServer({ "DELETE /api/x": [sendNothing()] });
    await expect(call(endpoint()("DELETE /api/x"), at())).resolves.toEqual({
      ok: true,
      value: null,
    });
  });

  it("tells the status and the problem of a refusal", async () => {
    server = await openChatServer({ "GET /api/x": [sendProblem(409, "conflict", "Changed meanwhile.")] });
    await expect(call(get, at())).resolves.toMatchObject({
      ok: false,
      status: 409,
      problem: { code: "conflict" },
    });
  });

  it("tells the status where a refusal has no problem document", async () => {
    server = await openChatServer({
      "GET /api/x": [(_asked, response) => void response.writeHead(502).end("<h1>Bad gateway</h1>")],
    });
    await expect(call(get, at())).resolves.toEqual({ ok: false, status: 502, problem: null });
  });

  it("fails without a status where no answer came that can be read", async () => {
    server = await openChatServer({
      "GET /api/x": [(_asked, response) => void response.end("{")],
      "GET /api/cut": [(_asked, response) => void response.destroy()],
    });
    const none = { ok: false, status: null, problem: null };
    await expect(call(get, at())).resolves.toEqual(none);
    await expect(call(endpoint()("GET /api/cut"), at())).resolves.toEqual(none);
  });

  it("ends when its caller leaves", async () => {
    const life = new AbortController();
    server = await openChatServer({ "GET /api/x": [() => life.abort()] });
    await expect(call(get, { signal: life.signal, origin: server.origin })).resolves.toEqual({
      ok: false,
      status: null,
      problem: null,
    });
  });

  it("ends at its time limit", async () => {
    server = await openChatServer({ "GET /api/x": [() => undefined] });
    await expect(call(endpoint()("GET /api/x", { timeoutMs: 20 }), at())).resolves.toEqual({
      ok: false,
      status: null,
      problem: null,
    });
  });
});

describe("createConversationApi", () => {
  it("reads a page of a conversation and stops its reply", async () => {
    const conversation = toConversation([], "next");
    server = await openChatServer({
      "GET /api/conversations/c1?cursor=a%2Fb": [sendJson(conversation)],
      "POST /api/chat/c1/stop": [sendNothing()],
    });
    const api = createConversationApi("c1", server.origin);
    const { signal } = new AbortController();
    await expect(api.getConversation({ cursor: "a/b" }, signal)).resolves.toEqual({
      ok: true,
      value: conversation,
    });
    await expect(api.stopReply(signal)).resolves.toEqual({ ok: true, value: null });
  });
});

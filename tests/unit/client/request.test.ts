import { afterEach, describe, expect, it } from "vitest";
import { createConversationApi } from "@/lib/client/conversation/api";
import { request } from "@/lib/client/request";
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

describe("request", () => {
  it("sends a body as JSON and gives the answer's value", async () => {
    server = await openChatServer({ "PUT /x": [sendJson({ saved: true })] });
    await expect(request(`${server.origin}/x`, { method: "PUT", body: { a: 1 } })).resolves.toEqual({
      ok: true,
      value: { saved: true },
    });
    expect(server.bodies).toEqual([{ a: 1 }]);
  });

  it("gives null for an answer without words", async () => {
    server = await openChatServer({ "DELETE /x": [sendNothing()] });
    await expect(request(`${server.origin}/x`, { method: "DELETE" })).resolves.toEqual({
      ok: true,
      value: null,
    });
  });

  it("tells the status and the problem of a refusal", async () => {
    server = await openChatServer({ "GET /x": [sendProblem(409, "conflict", "Changed meanwhile.")] });
    await expect(request(`${server.origin}/x`)).resolves.toMatchObject({
      ok: false,
      status: 409,
      problem: { code: "conflict" },
    });
  });

  it("tells the status where a refusal has no problem document", async () => {
    server = await openChatServer({
      "GET /x": [(_asked, response) => void response.writeHead(502).end("<h1>Bad gateway</h1>")],
    });
    await expect(request(`${server.origin}/x`)).resolves.toEqual({ ok: false, status: 502, problem: null });
  });

  it("fails without a status where no answer came that can be read", async () => {
    server = await openChatServer({
      "GET /x": [(_asked, response) => void response.end("{")],
      "GET /cut": [(_asked, response) => void response.destroy()],
    });
    const none = { ok: false, status: null, problem: null };
    await expect(request(`${server.origin}/x`)).resolves.toEqual(none);
    await expect(request(`${server.origin}/cut`)).resolves.toEqual(none);
  });

  it("ends when its caller leaves", async () => {
    const life = new AbortController();
    server = await openChatServer({ "GET /x": [() => life.abort()] });
    await expect(request(`${server.origin}/x`, { signal: life.signal })).resolves.toEqual({
      ok: false,
      status: null,
      problem: null,
    });
  });

  it("ends at its time limit", async () => {
    server = await openChatServer({ "GET /x": [() => undefined] });
    await expect(request(`${server.origin}/x`, { timeoutMs: 20 })).resolves.toEqual({
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

import { describe, expect, it, onTestFinished } from "vitest";
import { createChatTransport } from "@/lib/client/conversation/transport";
import { call } from "@/lib/client/request";
import { sessionStore } from "@/lib/client/session-end";
import { endpoint } from "@/lib/protocol/endpoint";
import { openChatServer, sendProblem } from "./chat-server";

const signedOut = sendProblem(401, "unauthenticated", "Sign in first.");

async function openServer(routes: Parameters<typeof openChatServer>[0]): Promise<string> {
  const server = await openChatServer(routes);
  onTestFinished(server.close);
  return server.origin;
}

function countEnds(): () => number {
  let ends = 0;
  onTestFinished(sessionStore.subscribe(() => void (ends += 1)));
  return () => ends;
}

describe("the end of a session", () => {
  it("is told when any request is not the person's any more, and the refusal still has its words", async () => {
    const origin = await openServer({ "GET /api/conversations": [signedOut] });
    const ends = countEnds();
    await expect(call(endpoint()("GET /api/conversations"), { origin })).resolves.toMatchObject({
      status: 401,
      problem: { detail: "Sign in first." },
    });
    expect(ends()).toBe(1);
  });

  it("is told with its reason where the account is disabled", async () => {
    const disabled: typeof signedOut = (_, response) => {
      const problem = { code: "unauthenticated", detail: "No.", status: 401, reason: "disabled" };
      response.writeHead(401, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
    };
    const origin = await openServer({ "GET /api/a": [disabled], "GET /api/b": [signedOut] });
    await call(endpoint()("GET /api/a"), { origin });
    expect(sessionStore.getState()).toEqual({ isOver: true, isDisabled: true });
    await call(endpoint()("GET /api/b"), { origin });
    expect(sessionStore.getState()).toEqual({ isOver: true, isDisabled: false });
  });

  it("is told when a message is refused for it", async () => {
    const origin = await openServer({ "POST /api/chat": [signedOut] });
    const ends = countEnds();
    const transport = createChatTransport({ origin, getOptions: () => ({}), onAccepted: () => undefined });
    const options = {
      trigger: "submit-message",
      chatId: "c1",
      messageId: undefined,
      messages: [],
      abortSignal: undefined,
    } as const;
    await expect(transport.sendMessages({ ...options, messages: [] })).rejects.toThrow("Sign in first.");
    expect(ends()).toBe(1);
  });

  it("is not told where a password is wrong", async () => {
    const origin = await openServer({ "POST /api/auth/sign-in/email": [signedOut] });
    const ends = countEnds();
    await call(endpoint<void, object>()("POST /api/auth/sign-in/email"), { body: {}, origin });
    expect(ends()).toBe(0);
  });

  it("is not told for any other refusal", async () => {
    const origin = await openServer({
      "GET /api/a": [sendProblem(403, "forbidden", "No.")],
      "GET /api/b": [(_, response) => void response.writeHead(401).end("proxy")],
    });
    const ends = countEnds();
    await call(endpoint()("GET /api/a"), { origin });
    await call(endpoint()("GET /api/b"), { origin });
    expect(ends()).toBe(0);
  });
});

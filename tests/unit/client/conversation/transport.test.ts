import { afterEach, expect, it } from "vitest";
import { createChatTransport } from "@/lib/client/conversation/transport";
import {
  openChatServer,
  sayText,
  sendProblem,
  userMessage,
  type ChatServer,
} from "@/tests/unit/client/chat-server";

let chatServer: ChatServer;
afterEach(() => chatServer.close());

it("takes a stream that says nothing for too long for a broken connection", async () => {
  chatServer = await openChatServer({
    "POST /api/chat": [
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const chunk of sayText("Half")) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      },
    ],
  });
  const transport = createChatTransport({
    origin: chatServer.origin,
    getOptions: () => ({}),
    onAccepted: () => undefined,
    idleMs: 50,
  });
  const stream = await transport.sendMessages({
    chatId: "c1",
    trigger: "submit-message",
    messageId: undefined,
    messages: [userMessage("u1", "Hello")],
    abortSignal: undefined,
  });
  await expect(readAll(stream)).rejects.toThrow(new TypeError("network idle"));
});

it("takes a server that does not answer for away, so that it is asked again", async () => {
  chatServer = await openChatServer({ "GET /api/chat/c1/stream": [() => undefined] });
  const answerMs = { GET: 50, POST: 50 };
  const transport = createChatTransport({
    origin: chatServer.origin,
    getOptions: () => ({}),
    onAccepted: () => undefined,
    answerMs,
  });
  await expect(transport.reconnectToStream({ chatId: "c1" })).rejects.toThrow(
    new TypeError("network: no answer"),
  );
});

it("reads a reply through the lines that only keep the connection alive or name a place", async () => {
  chatServer = await openChatServer({
    "GET /api/chat/c1/stream": [
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const chunk of sayText("Whole"))
          response.write(`: \n\nid: 1.2\ndata: ${JSON.stringify(chunk)}\n\n`);
        response.end(": \n\n");
      },
    ],
  });
  const transport = createChatTransport({
    origin: chatServer.origin,
    getOptions: () => ({}),
    onAccepted: () => undefined,
  });
  const stream = await transport.reconnectToStream({ chatId: "c1" });
  expect(await readAll(stream ?? new ReadableStream())).toEqual(sayText("Whole"));
});

it("sends mentions by their ids, and names the mentioned agent again when its answer is given anew", async () => {
  chatServer = await openChatServer({ "POST /api/chat": [sendProblem(409, "mention_gone", "It is gone.")] });
  const transport = createChatTransport({
    origin: chatServer.origin,
    getOptions: () => ({ agent: "sextant" }),
    onAccepted: () => undefined,
  });
  const mentions = [{ kind: "agent" as const, id: "a1", name: "Clerk" }];
  const messages = [{ ...userMessage("u1", "File this."), metadata: { mentions } }];
  const send = (trigger: "submit-message" | "regenerate-message", options = {}) =>
    transport.sendMessages({
      ...{ chatId: "c1", trigger, messageId: undefined, messages, abortSignal: undefined },
      body: { options },
    });
  await expect(send("submit-message")).rejects.toThrow("mention_gone");
  await expect(send("regenerate-message")).rejects.toThrow("mention_gone");
  await expect(send("regenerate-message", { agent: "a2" })).rejects.toThrow("mention_gone");
  expect(chatServer.bodies).toMatchObject([
    {
      message: { metadata: { mentions: [{ kind: "agent", id: "a1" }] } },
      options: { agent: "sextant" },
    },
    { options: { agent: "sextant", answeredBy: "a1" } },
    { options: { agent: "a2" } },
  ]);
  expect(JSON.stringify(chatServer.bodies)).not.toContain("Clerk");
  expect(chatServer.bodies[2]?.["options"]).not.toHaveProperty("answeredBy");
});

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

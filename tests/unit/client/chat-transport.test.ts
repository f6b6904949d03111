import { afterEach, expect, it } from "vitest";
import { createChatTransport } from "@/lib/client/chat-transport";
import { openChatServer, sayText, userMessage, type ChatServer } from "./chat-server";

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
  const transport = createChatTransport({ origin: chatServer.origin, getOptions: () => ({}), onAccepted: () => undefined, idleMs: 50 });
  const stream = await transport.sendMessages({
    chatId: "c1",
    trigger: "submit-message",
    messageId: undefined,
    messages: [userMessage("u1", "Hello")],
    abortSignal: undefined,
  });
  await expect(readAll(stream)).rejects.toThrow(new TypeError("network idle"));
});

async function readAll(stream: ReadableStream<unknown>): Promise<unknown[]> {
  const chunks: unknown[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

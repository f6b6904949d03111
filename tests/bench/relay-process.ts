import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

/**
 * The least that can stand between a page and a model: takes a chat request, asks the provider whose address is the first argument,
 * and streams its words on as SSE. No framework, no store, no checks. Prints its port.
 */
const [providerUrl = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

type ChatBody = { messages: { role: string; parts: { text?: string }[] }[] };
type Event = { choices?: { delta?: { content?: string } }[] };

const server = createServer((incoming, outgoing) => {
  let body = "";
  incoming.setEncoding("utf8").on("data", (text: string) => (body += text));
  incoming.on("end", () => forward(JSON.parse(body) as ChatBody, outgoing));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));

function forward({ messages }: ChatBody, outgoing: ServerResponse): void {
  const asked = messages.map(({ role, parts }) => ({
    role,
    content: parts.map(({ text }) => text).join(""),
  }));
  const options = { method: "POST", agent, headers: { "content-type": "application/json" } };
  request(`${providerUrl}/v1/chat/completions`, options, (answer) => relay(answer, outgoing))
    .on("error", (error) => outgoing.destroy(error))
    .end(JSON.stringify({ model: "bench", stream: true, messages: asked }));
}

function relay(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, { "content-type": "text/event-stream" });
  createInterface({ input: answer })
    .on("line", (line) => {
      if (!line.startsWith("data: {")) return;
      const delta = (JSON.parse(line.slice("data: ".length)) as Event).choices?.[0]?.delta?.content ?? "";
      if (delta !== "") outgoing.write(`data: ${JSON.stringify({ type: "text-delta", id: "0", delta })}\n\n`);
    })
    .on("close", () => outgoing.end("data: [DONE]\n\n"));
}

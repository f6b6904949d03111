import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { findOrder, toTokens, type AnswerOrder } from "./answer-text";

/**
 * A model's server in a process of its own, so that its work is not counted as ours: chat completions and Gemini's stream, in
 * the shapes of the vendors' documentation (OpenAI API reference and Gemini API reference, November 2026).
 * Prints its port. A token that is late goes out with the next one: the pace holds over the answer. The small model answers whole
 * and without delay: titles, and questions in a schema as if there were nothing to tell.
 */
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => (body += text));
  request.on("end", () => {
    const order = findOrder(body) ?? { kind: "numbers", tokens: 1, paceMs: 0 };
    if (body.includes('"model":"small"')) return answerSmall(response, body);
    if (request.url?.endsWith("/chat/completions")) return stream(response, order, toCompletionFrames(order));
    if (request.url?.includes(":streamGenerateContent"))
      return stream(response, order, toGeminiFrames(order));
    response
      .writeHead(404, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { message: `No such path: ${request.url}` } }));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));

type Frames = { first: string; tokens: string[]; last: string };
const made = new Map<string, Frames>();

function stream(response: ServerResponse, { paceMs }: AnswerOrder, { first, tokens, last }: Frames): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.socket?.setNoDelay(true);
  if (first !== "") response.write(first);
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(sendDue, Math.max(paceMs, 1));
  response.on("close", () => clearInterval(timer));

  function sendDue() {
    const due = Math.min(
      tokens.length,
      paceMs === 0 ? tokens.length : Math.floor((performance.now() - began) / paceMs),
    );
    if (due > sent) response.write(tokens.slice(sent, due).join(""));
    sent = due;
    if (sent === tokens.length) response.end(last);
  }
}

function answerSmall(response: ServerResponse, body: string): void {
  const content = body.includes("Write a title")
    ? "Numbers in a row"
    : '{"facts":[],"answers":[],"questions":[]}';
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
  response.writeHead(200, { "content-type": "application/json" }).end(
    JSON.stringify({
      id: "chatcmpl-small",
      object: "chat.completion",
      created: 1,
      model: "small",
      choices,
      usage,
    }),
  );
}

function toCompletionFrames(order: AnswerOrder): Frames {
  return remember(`completions ${order.kind} ${order.tokens}`, () => {
    const chunk = (delta: object, finish: string | null) => ({
      id: "chatcmpl-bench",
      object: "chat.completion.chunk",
      created: 1_795_000_000,
      model: "bench",
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const usage = { prompt_tokens: 100, completion_tokens: order.tokens, total_tokens: 100 + order.tokens };
    return {
      first: toFrame(chunk({ role: "assistant", content: "" }, null)),
      tokens: toTokens(order).map((content) => toFrame(chunk({ content }, null))),
      last: `${toFrame(chunk({}, "stop"))}${toFrame({ ...chunk({}, null), choices: [], usage })}data: [DONE]\n\n`,
    };
  });
}

function toGeminiFrames(order: AnswerOrder): Frames {
  return remember(`gemini ${order.kind} ${order.tokens}`, () => {
    const usageMetadata = {
      promptTokenCount: 100,
      candidatesTokenCount: order.tokens,
      totalTokenCount: 100 + order.tokens,
    };
    const chunk = (parts: object[], finish: object) => ({
      candidates: [{ content: { role: "model", parts }, index: 0, ...finish }],
      usageMetadata,
      modelVersion: "gemini-bench",
      responseId: "bench",
    });
    return {
      first: "",
      tokens: toTokens(order).map((text) => toFrame(chunk([{ text }], {}))),
      last: toFrame(chunk([{ text: "" }], { finishReason: "STOP" })),
    };
  });
}

function remember(key: string, make: () => Frames): Frames {
  const frames = made.get(key) ?? make();
  made.set(key, frames);
  return frames;
}

function toFrame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

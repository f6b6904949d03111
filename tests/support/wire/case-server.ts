import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Body = { stream?: boolean; model?: string; tools?: unknown[]; messages?: Message[]; input?: Message[] };
type Message = { role?: string; type?: string; content?: unknown; output?: unknown };
type Answer = { status: number; type: string; retryAfter?: string; body: string };

/** What a server of one kind answers, and what it refuses. */
export type ServerCase = {
  answer?: Answer;
  text?: string;
  waitMs?: number;
  when?: string;
  refusal?: { status: number; body: object };
  tools?: "native" | "text";
};

export type CaseServer = { url: string; main: Body[]; close(): Promise<void> };

/** `wait` lets the time of a case pass before it answers. */
type CaseOptions = { title?: string; wait: (ms: number) => Promise<unknown> };

/** A model server that plays a case for each model but `small`, which writes `title` whenever it is asked. */
export async function startCaseServer(
  played: ServerCase,
  { title = "A plain title", wait }: CaseOptions,
): Promise<CaseServer> {
  const main: Body[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = "";
      for await (const piece of request.setEncoding("utf8")) text += String(piece);
      const body = JSON.parse(text) as Body;
      if (body.model === "small") return sendWhole(response, toCompletion(title, body.stream === true));
      main.push(body);
      await play(response, played, body, wait);
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    main,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function play(
  response: ServerResponse,
  played: ServerCase,
  body: Body,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  const { answer, text, waitMs = 0, when = "", refusal } = played;
  if (refusal && refused[when]?.(body)) return sendWhole(response, toJson(refusal.status, refusal.body));
  if (waitMs > 0) await wait(waitMs);
  const result = findResult(body, played.tools === "text");
  if (result !== null) return sendEvents(response, toStream(`RESULT ${result}`));
  if (answer === undefined || body.stream !== true)
    return sendEvents(response, toStream(text ?? "Hello there."));
  if (answer.type !== "text/event-stream") return sendWhole(response, answer);
  await sendEvents(response, answer);
}

const refused: Record<string, (body: Body) => boolean> = {
  tools: ({ tools = [] }) => tools.length > 0,
  system: ({ messages = [] }) => messages.some(({ role }) => role === "system"),
  "content-null": ({ messages = [] }) =>
    messages.some(({ role, content }) => role === "assistant" && content === null),
  image: ({ messages = [] }) => JSON.stringify(messages).includes('"image_url"'),
};

/** The newest result of a tool, `null` where none follows the question. */
function findResult({ messages, input = [] }: Body, isText: boolean): string | null {
  const newest = (messages ?? input).at(-1);
  const words = toWords(newest?.output ?? newest?.content);
  if (isText) return words.includes("6*7 = 42") ? "6*7 = 42" : null;
  const isResult = newest?.role === "tool" || newest?.type === "function_call_output";
  return isResult ? words.slice(0, 120) : null;
}

const toWords = (content: unknown): string =>
  typeof content === "string" ? content : JSON.stringify(content ?? "");

function toJson(status: number, body: object): Answer {
  return { status, type: "application/json", body: JSON.stringify(body) };
}

const head = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

/** After “API Reference: Chat, Streaming” of OpenAI, November 2026, the words in five pieces. */
function toStream(text: string): Answer {
  const size = Math.max(1, Math.ceil(text.length / 5));
  const pieces = Array.from({ length: 5 }, (_, index) => text.slice(index * size, (index + 1) * size));
  const deltas = pieces.map((content) => ({ index: 0, delta: { content }, finish_reason: null }));
  const events = [...deltas, { index: 0, delta: {}, finish_reason: "stop" }].map((choice) => ({
    ...head,
    choices: [choice],
  }));
  const lines = [...events, { ...head, choices: [], usage }].map((event) => JSON.stringify(event));
  const body = [...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join("");
  return { status: 200, type: "text/event-stream", body };
}

function toCompletion(content: string, isStream: boolean): Answer {
  if (isStream) return toStream(content);
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return toJson(200, { id: "c1", object: "chat.completion", created: 1, model: "small", choices, usage });
}

function sendWhole(response: ServerResponse, { status, type, retryAfter, body }: Answer): void {
  const wait = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  response.writeHead(status, { "content-type": type, ...wait }).end(body);
}

/** Event by event, as a network brings them. */
async function sendEvents(response: ServerResponse, { status, type, body }: Answer): Promise<void> {
  response.writeHead(status, { "content-type": type });
  for (const event of body.split(/(?<=\n\n)/)) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(event, () => resolve()));
  }
  response.end();
}

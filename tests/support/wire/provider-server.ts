import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type * as HeldAnswer from "./held-answer";
import type * as ReadForm from "./read-form";
import type { Answer, Fault, ProviderRequest, Reply, Script, Wire, WireName } from "./reply";

export type ProviderServer = {
  /** `http://127.0.0.1:port`; add `/v1`, or `/v1beta` for Gemini. */
  url: string;
  /** What has arrived, in order. */
  requests: ProviderRequest[];
  close(): Promise<void>;
};

/**
 * One local server that speaks the protocols of OpenAI (Responses, Chat Completions, images, embeddings), Google and Anthropic, so
 * that the vendors' own packages can be used against a script. Answers are constructed after the vendors' documentation, which
 * each wire names; nothing was recorded from a live service.
 */
export async function startProviderServer(
  script: Script,
  { port = 0, models = ["test"], rows, key, forms }: ServerOptions = {},
): Promise<ProviderServer> {
  const [wires, hold] = await Promise.all([loadWires(), loadHold(forms)]);
  const requests: ProviderRequest[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method === "GET") return sendModels(incoming, response, wires, { models, rows, key });
    const request = await readRequest(incoming, wires);
    if (!request) return void response.writeHead(404).end("{}");
    requests.push(request);
    await send(response, request, wires[request.wire], hold(request, await script(request)));
  }

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Which models it lists, by name or as rows of OpenAI's list, the only key with which it does, and which forms of an answer it takes: all where nothing is said. */
export type ServerOptions = {
  port?: number;
  models?: string[];
  rows?: object[];
  key?: string | undefined;
  forms?: HeldAnswer.TakenForms;
};

type Wires = Record<WireName, Wire>;

/** Loaded by address: Node runs this file as it is and wants the file's ending, which the compiler does not accept in an import. */
async function loadWires(): Promise<Wires> {
  const load = async (name: WireName): Promise<Wire> => {
    const loaded: { wire: Wire } = await import(new URL(`./${name}.ts`, import.meta.url).href);
    return loaded.wire;
  };
  const [responses, chat, gemini, messages] = await Promise.all([
    load("responses"),
    load("chat"),
    load("gemini"),
    load("messages"),
  ]);
  return { responses, chat, gemini, messages };
}

async function loadHold(forms: HeldAnswer.TakenForms | undefined) {
  const load = (name: string) => import(new URL(`./${name}.ts`, import.meta.url).href);
  const { toHeldReply }: typeof HeldAnswer = await load("held-answer");
  const readers: typeof ReadForm = await load("read-form");
  return (request: ProviderRequest, reply: Reply) => toHeldReply(request, reply, { forms, readers });
}

/**
 * After “List models” of OpenAI and Anthropic, “models.list” of the Gemini API and their error pages, November
 * 2026: Google says of a wrong key that the request is.
 */
function sendModels(
  { url = "", headers }: IncomingMessage,
  response: ServerResponse,
  wires: Wires,
  {
    models,
    rows,
    key,
  }: Required<Pick<ServerOptions, "models">> & Pick<ServerOptions, "key"> & { rows: object[] | undefined },
): void {
  if (!(url.split("?")[0] ?? "").endsWith("/models")) return void response.writeHead(404).end("{}");
  const [google, anthropic] = [headers["x-goog-api-key"], headers["x-api-key"]];
  const given = google ?? anthropic ?? headers.authorization?.replace("Bearer ", "");
  const wire = google !== undefined ? "gemini" : anthropic !== undefined ? "messages" : "chat";
  if (key !== undefined && given !== key) {
    const status = wire === "gemini" ? 400 : 401;
    const code = wire === "gemini" ? "API_KEY_INVALID" : "invalid_api_key";
    return sendFault(response, wires[wire], { status, code, message: `Incorrect API key: ${String(given)}` });
  }
  const list =
    wire === "gemini"
      ? { models: models.map((name) => ({ name: `models/${name}` })) }
      : { object: "list", data: rows ?? models.map((id) => ({ id, object: "model" })) };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
}

async function readRequest(incoming: IncomingMessage, wires: Wires): Promise<ProviderRequest | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const body: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
  const path = (incoming.url ?? "").split("?")[0] ?? "";
  const route = findRoute(path, body);
  if (!route) return null;
  const turn = countTurns(wires[route.wire].roles(body));
  return { ...route, turn, path, headers: incoming.headers, body };
}

type Route = Pick<ProviderRequest, "wire" | "kind" | "model" | "isStream">;

function findRoute(path: string, body: Record<string, unknown>): Route | null {
  const model = String(body.model ?? "");
  const isStream = body.stream === true;
  if (path.endsWith("/responses")) return { wire: "responses", kind: "language", model, isStream };
  if (path.endsWith("/chat/completions")) return { wire: "chat", kind: "language", model, isStream };
  if (path.endsWith("/messages")) return { wire: "messages", kind: "language", model, isStream };
  if (path.endsWith("/images/generations")) return { wire: "chat", kind: "image", model, isStream: false };
  if (path.endsWith("/embeddings")) return { wire: "chat", kind: "embedding", model, isStream: false };
  const [, name = "", method = ""] = /\/models\/([^/:]+):(\w+)$/.exec(path) ?? [];
  if (method.includes("mbed")) return { wire: "gemini", kind: "embedding", model: name, isStream: false };
  const kind = JSON.stringify(body.generationConfig ?? {}).includes("IMAGE") ? "image" : "language";
  return method === ""
    ? null
    : { wire: "gemini", kind, model: name, isStream: method === "streamGenerateContent" };
}

function countTurns(roles: string[]): number {
  const sinceUser = roles.slice(roles.lastIndexOf("user") + 1);
  return sinceUser.filter((role, index) => role === "tool" && sinceUser[index - 1] !== "tool").length;
}

async function send(
  response: ServerResponse,
  request: ProviderRequest,
  wire: Wire,
  reply: Reply,
): Promise<void> {
  if (!("parts" in reply)) return sendFault(response, wire, reply);
  if (request.isStream) return sendFrames(response, wire.frames(reply, request.model), reply);
  await pause(reply.firstDelayMs);
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(toWhole(request, wire, reply)));
}

function sendFault(response: ServerResponse, wire: Wire, fault: Fault): void {
  if ("empty" in fault) return void response.writeHead(200, { "content-type": "text/event-stream" }).end();
  const { status, message = `Constructed error ${status}`, code, retryAfter } = fault;
  const headers = {
    "content-type": "application/json",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  };
  const body = fault.body ?? wire.error({ status, message, code });
  response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
}

async function sendFrames(response: ServerResponse, frames: string[], reply: Answer): Promise<void> {
  const { firstDelayMs, delayMs, cutAfter, endAfter, stallAfter, garbageAfter } = reply;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  await pause(firstDelayMs);
  for (const [index, frame] of frames.entries()) {
    if (index > 0) await pause(typeof delayMs === "function" ? delayMs() : delayMs);
    if (index === cutAfter) return void response.destroy();
    if (index === endAfter) break;
    if (index === stallAfter) return;
    if (index === garbageAfter) response.write("data: {this is no JSON\n\n");
    if (response.destroyed) return;
    response.write(frame);
  }
  response.end();
}

function toWhole({ kind, wire: name, body }: ProviderRequest, wire: Wire, reply: Answer): unknown {
  if (kind === "embedding") return toEmbeddings(reply, name, body);
  if (kind === "image" && name === "chat") return toImages(reply);
  return wire.whole(reply, String(body.model ?? "model"));
}

/** After “API Reference: Images” of OpenAI, November 2026. */
function toImages({ parts, usage }: Answer): unknown {
  const data = parts.flatMap((part) => (part.type === "image" ? [{ b64_json: part.base64 }] : []));
  const { input, output } = usage ?? { input: 10, output: 5 };
  return {
    created: 1_760_000_000,
    data,
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  };
}

/** After “API Reference: Embeddings” of OpenAI and “Embeddings” of the Gemini API, November 2026. One vector for each value asked for. */
function toEmbeddings(
  { parts }: Answer,
  name: WireName,
  { input, requests }: Record<string, unknown>,
): unknown {
  const vectors = parts.flatMap((part) => (part.type === "embedding" ? [part.values] : []));
  const pick = (index: number) => vectors[index % vectors.length] ?? [];
  if (name === "gemini" && !Array.isArray(requests)) return { embedding: { values: pick(0) } };
  if (name === "gemini" && Array.isArray(requests))
    return { embeddings: requests.map((_, index) => ({ values: pick(index) })) };
  const data = (Array.isArray(input) ? input : [input]).map((_, index) => ({
    object: "embedding",
    index,
    embedding: pick(index),
  }));
  return { object: "list", data, usage: { prompt_tokens: 3, total_tokens: 3 } };
}

function pause(ms: number | undefined): Promise<void> {
  return ms === undefined || ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}

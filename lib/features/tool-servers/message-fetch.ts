import { setTimeout as sleep } from "node:timers/promises";
import { ReadableStream } from "node:stream/web";
import { validateJSONRPCMessage, type JSONRPCMessage } from "@ai-sdk/mcp";
import { AppError, findErrorCode, isAppError } from "@/lib/errors";
import { parseJson } from "@/lib/protocol/json";
import { EventSourceParserStream, ParseError } from "eventsource-parser/stream";
import type { EventSourceMessage } from "eventsource-parser";
import { z } from "zod";
import type { Channel } from "./channel";
import { withFacts } from "./failures";

/** The end of a session is not waited for longer. */
const goodbyeMs = 3_000;
/** Before a stream is asked for again, where the server does not say; how often without a word of it. */
const retryMs = 1_000;
const longestRetryMs = 60_000;
const mostRetries = 5;

const sessionHeader = "mcp-session-id";

type Guard = { maxBytes: number; channel: Channel };

/**
 * `fetch` for the SDK's transport, by the protocol of 2025-11-25: no message is longer than so many bytes, a
 * stream that ends before its answer is asked to go on, and what brings none, or is asked in a session that
 * the server has forgotten, fails with an error of ours.
 */
export function createMessageFetch(inner: typeof fetch, { channel, maxBytes }: Guard): typeof fetch {
  return async (input, init = {}) => {
    if (init.method === "DELETE") return inner(input, { ...init, signal: AbortSignal.timeout(goodbyeMs) });
    const asked = readAsked(init.body);
    const id = asked !== null && "id" in asked ? Number(asked.id) : null;
    const body = asked === null ? {} : { body: JSON.stringify(channel.toSent(asked)) };
    const response = await inner(input, { ...init, ...body }).catch((error: unknown) => {
      throw toUnsent(error);
    });
    // Whoever listens for what is told unasked need not hear it: 405 says so.
    if (asked === null && !response.ok) return new Response(null, { status: 405 });
    if (!response.ok) return readRefusal(response, { headers: new Headers(init.headers), id, maxBytes });
    const messages = openMessages(response, { input, init, inner, maxBytes, isAsked: id !== null });
    if (messages === null) return response;
    const session = response.headers.get(sessionHeader);
    const headers = { "content-type": "text/event-stream", ...(session && { [sessionHeader]: session }) };
    const events = ReadableStream.from(toEvents(messages, channel, id, init.signal));
    return new Response(events as unknown as BodyInit, { headers });
  };
}

type AnsweredFetch = {
  input: Parameters<typeof fetch>[0];
  init: RequestInit;
  inner: typeof fetch;
  maxBytes: number;
  isAsked: boolean;
};

/** `null` where none are to come. */
function openMessages(
  response: Response,
  { input, init, inner, maxBytes, isAsked }: AnsweredFetch,
): AsyncIterable<unknown> | null {
  const type = response.headers.get("content-type") ?? "";
  if (response.status === 202 || response.body === null) return null;
  if (type.includes("application/json")) return isAsked ? readJson(response, maxBytes) : null;
  if (!type.includes("text/event-stream")) return null;
  const { signal, redirect = "error" } = init;
  const given = { ...Object.fromEntries(new Headers(init.headers)), accept: "text/event-stream" };
  const resume = async (lastEventId: string) => {
    const headers = { ...given, "last-event-id": lastEventId };
    return inner(input, { headers, redirect, ...(signal && { signal }) });
  };
  return readStream(response, { resume, maxBytes, signal: signal ?? undefined });
}

function readAsked(body: RequestInit["body"]): JSONRPCMessage | null {
  return typeof body === "string" ? validateJSONRPCMessage(JSON.parse(body)) : null;
}

/** Nobody was there. */
const noConnection = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function toUnsent(error: unknown): unknown {
  const code = error instanceof Error ? findErrorCode(error.cause) : null;
  if (code === null || !noConnection.has(code)) return error;
  const message = "The tool server could not be reached.";
  return withFacts(new AppError("tool_unavailable", message, { cause: error }), { isUnseen: true });
}

type Refused = { headers: Headers; id: number | null; maxBytes: number };

/** Of the reference servers' transport, before a method hears of a request. */
const transportCodes = [-32000, -32001];

/**
 * Throws for a session that is no more: 404 by the protocol, and 400 where the refusal is not a method's
 * answer to this request, as the reference servers have it.
 */
async function readRefusal(response: Response, { headers, id, maxBytes }: Refused): Promise<Response> {
  const text = await readLimited(response, maxBytes);
  const { status, statusText } = response;
  const isAnswer = () => {
    const { data: refused } = refusalSchema.safeParse(parseJson(text));
    return refused !== undefined && refused.id === id && !transportCodes.includes(refused.error.code);
  };
  if (headers.has(sessionHeader) && (status === 404 || (status === 400 && !isAnswer())))
    throw withFacts(new AppError("tool_unavailable", "The tool server has ended the session."), {
      isUnseen: true,
    });
  return new Response(text, { status, statusText, headers: [...response.headers] });
}

const refusalSchema = z.looseObject({
  id: z.union([z.number(), z.string().transform(Number)]),
  error: z.looseObject({ code: z.number() }),
});

/** Up to the answer. Where none comes, an error stands in its place. */
async function* toEvents(
  messages: AsyncIterable<unknown>,
  channel: Channel,
  id: number | null,
  signal: AbortSignal | null | undefined,
): AsyncGenerator<Uint8Array> {
  const write = (message: JSONRPCMessage) => Buffer.from(`data: ${JSON.stringify(message)}\n\n`);
  let failure = new AppError("tool_unavailable", "The tool server ended the connection without an answer.");
  try {
    for await (const raw of messages) {
      const message = channel.toReceived(raw, id);
      if (message === null) continue;
      yield write(message);
      if (id !== null && !("method" in message) && Number(message.id) === id) return;
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
    failure = isAppError(error) ? error : new AppError(failure.code, failure.message, { cause: error });
  }
  if (id !== null) yield write(channel.fail(id, withFacts(failure, { mayHaveActed: true })));
}

async function* readJson(response: Response, maxBytes: number): AsyncGenerator<unknown> {
  yield* [JSON.parse(await readLimited(response, maxBytes)) as unknown].flat();
}

type Stream = {
  resume: (lastEventId: string) => Promise<Response>;
  maxBytes: number;
  signal: AbortSignal | undefined;
};

/** The messages of a stream; once an event had an id, also what comes after the connection broke off. */
async function* readStream(first: Response, { resume, maxBytes, signal }: Stream): AsyncGenerator<unknown> {
  let [lastEventId, waitMs, tries] = ["", retryMs, 0];
  const onRetry = (ms: number) => void (waitMs = Math.min(ms, longestRetryMs));
  const mayGoOn = () => lastEventId !== "" && signal?.aborted !== true;
  for (let response: Response | null = first; !isGone(response);) {
    try {
      for await (const { id, event = "message", data } of parse(response, { maxBytes, onRetry })) {
        tries = 0;
        lastEventId = id ?? lastEventId;
        if (event === "message" && data !== "") yield JSON.parse(data) as unknown;
      }
    } catch (error) {
      if (error instanceof ParseError) throw createTooLarge(maxBytes);
      if (!mayGoOn()) throw error;
    }
    if (!mayGoOn() || (tries += 1) > mostRetries) return;
    await sleep(waitMs, undefined, { signal, ref: false });
    response = await resume(lastEventId).catch(() => null);
  }
}

/** It keeps no streams, or this one no more. */
function isGone(response: Response | null): boolean {
  return response !== null && response.status >= 400 && response.status < 500;
}

type Parsing = { maxBytes: number; onRetry: (ms: number) => void };

function parse(response: Response | null, { maxBytes, onRetry }: Parsing): AsyncIterable<EventSourceMessage> {
  const body = response?.ok === true ? response.body : null;
  const text = (body ?? new Blob().stream()).pipeThrough(new TextDecoderStream());
  const events = text.pipeThrough(new EventSourceParserStream({ maxBufferSize: maxBytes, onRetry }));
  return events as unknown as AsyncIterable<EventSourceMessage>;
}

/** Throws `too_large`. */
export async function readLimited({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw createTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function createTooLarge(maxBytes: number): AppError {
  const megabytes = Math.round(maxBytes / 1_000_000);
  return new AppError("too_large", `The tool server's answer was cut off: it is over ${megabytes} MB.`);
}

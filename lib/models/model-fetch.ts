import { AppError } from "@/lib/errors";
import type { Leave } from "@/lib/money/call-gate";
import { enterCall } from "@/lib/money/purse";
import { directFetch, gatherReads } from "@/lib/net/direct-fetch";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { alarms } from "./alarm";
import {
  createReport,
  createStreamTexts,
  createWhole,
  type Hide,
  mendJson,
  type Texts,
} from "./answer-texts";
import { getFlushClock } from "./flush-clock";
import { leaveOut, refusedFields } from "./refusals";
import { type Joiner, joinInWindows } from "./windowed-stream";

/**
 * `fetch` for the vendors' packages. What is streamed comes in whole lines: an event that is longer than
 * memory may hold ends it, the last one counts without the empty line behind it, and one that ends in its
 * middle is a cut connection. What is only nearly as the vendor writes it is put right, also where it comes
 * as JSON instead of a stream. Every call of a model is made here, and counts among those in flight until its
 * answer is read.
 */
export function createModelFetch(inner: typeof fetch = directFetch): typeof fetch {
  return async (input, init) => {
    const url = String(input);
    const body = toTakenBody(init?.body ?? null);
    const alarm = alarms.getStore();
    // Waiting for room is no silence of the model's; who stops a call has left it.
    const leave = await enterCall({ signal: init?.signal, onWait: alarm?.pause });
    init?.signal?.addEventListener("abort", leave, { once: true });
    try {
      const response = await askThere(inner, url, { ...init, body });
      const texts = chooseTexts(response, { url, body, sent: init?.headers });
      const { status, statusText, headers } = response;
      if (response.body === null || texts === null) {
        leave();
        return response;
      }
      const end = { hear: () => alarm?.hear(), leave };
      return new Response(pass(response.body, texts, end), { status, statusText, headers: [...headers] });
    } catch (error) {
      leave();
      throw error;
    }
  };
}

type Sent = { url: string; body: unknown; sent: HeadersInit | undefined };

/** How an answer is read; `null` for one that is no text. */
function chooseTexts({ ok, headers }: Response, { url, body, sent }: Sent): Texts | null {
  const hide = createHider(sent);
  if (!ok) return createReport(hide);
  const isChat = url.includes("/chat/completions");
  if (isStreamed(url, body)) return createStreamTexts(isChat, hide);
  if (isChat) return createWhole(mendJson);
  return headers.get("content-type")?.includes("json") === true ? createWhole((text) => text) : null;
}

const mostRedirects = 3;

/** What is sent goes to no other server than the one that was set up: neither the key nor a word. */
async function askThere(ask: typeof fetch, url: string, init: RequestInit, count = 0): Promise<Response> {
  const response = await ask(url, { ...init, redirect: "manual" });
  const place = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || place === null) return response;
  void response.body?.cancel().catch(() => undefined);
  const [from, to] = [new URL(url), URL.parse(place, url)];
  const isSame = from.origin === to?.origin && count < mostRedirects && response.status >= 307;
  if (to !== null && isSame) return askThere(ask, to.href, init, count + 1);
  const message = `${from.origin} was not asked on: it redirects to ${to?.origin ?? place}. Enter the right address.`;
  throw new AppError("model_rejected", message);
}

/** Servers repeat what they were sent, the key too. */
function createHider(sent: HeadersInit | undefined): Hide {
  const headers = new Headers(sent);
  const keys = keyHeaders
    .flatMap((name) => headers.get(name)?.replace(/^Bearer /, "") ?? [])
    .filter((key) => key.length >= leastKey);
  return (said) => keys.reduce((text, key) => text.replaceAll(toWord(key), "…"), said);
}

/** Shorter ones are no secret, and stand in many words. */
const leastKey = 5;

const toWord = (key: string): RegExp => new RegExp(`(?<!\\w)${key.replaceAll(/\W/g, "\\$&")}(?!\\w)`, "g");

const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"];

function toTakenBody(body: BodyInit | null): BodyInit | null {
  const refused = refusedFields.getStore() ?? [];
  const request = typeof body === "string" && refused.length > 0 ? parseJson(body) : undefined;
  return isRecord(request) ? JSON.stringify(leaveOut(request, refused)) : body;
}

/** As the packages ask for it: in the body, or in the address of Google's. */
function isStreamed(url: string, body: unknown): boolean {
  return url.includes("alt=sse") || (typeof body === "string" && body.includes('"stream":true'));
}

function pass(
  body: ReadableStream<Uint8Array>,
  texts: Texts,
  { hear, leave }: { hear: () => void; leave: Leave },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const toBytes = (text: string) => (text === "" ? [] : [encoder.encode(text)]);
  const clock = getFlushClock();
  let isGathered = false;
  const joiner: Joiner<Uint8Array, Uint8Array> = {
    read(value, isDone) {
      hear();
      const parts = texts.add(decoder.decode(value, { stream: !isDone }));
      if (isGathered) return [toBytes(parts.join("") + texts.flush())];
      // Behind the first text it is enough to read once a window.
      isGathered = parts.length > 1 && gatherReads(body, clock.schedule);
      return parts.map(toBytes);
    },
    flush: () => toBytes(texts.flush()),
    end(cut) {
      void readToEnd(reader);
      return toBytes(texts.end(cut));
    },
    isOver: texts.isOver,
    close: leave,
  };
  return joinInWindows(reader, joiner, clock);
}

const mostMsBehindEnd = 1_000;

/** What a server ends itself leaves its connection to the next call. */
async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const cancel = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, mostMsBehindEnd).unref();
  while (!(await reader.read().catch(() => ({ done: true }))).done);
  clearTimeout(timer);
}

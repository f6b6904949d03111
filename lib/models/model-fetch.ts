import { AppError } from "@/lib/errors";
import type { Leave } from "@/lib/money/call-gate";
import { enterCall } from "@/lib/money/purse";
import { alarms } from "./alarm";
import { mendChatAnswer } from "./mend-chat-answer";
import type { RefusedBy } from "./models-config";
import { leaveOut } from "./refusals";
import { createStrays, field, longestReport, readCutReport } from "./stray-lines";
import { isRecord } from "./text-tools/action-shapes";
import { parseStrict } from "./text-tools/loose-json";

/** More than any event of a vendor's has; a picture in base64 is the longest. In UTF-16 units. */
const mostCharacters = 32 * 1024 * 1024;

/**
 * `fetch` for the vendors' packages. What is streamed comes in whole lines: an event that is longer than
 * memory may hold ends it, the last one counts without the empty line behind it, and one that ends in its
 * middle is a cut connection. Chat Completions that are only nearly as OpenAI's are put right. Every call of
 * a model is made here, and counts among those in flight until its answer is read.
 */
export function createModelFetch({ fetch: inner, refusedBy }: ModelFetch = {}): typeof fetch {
  return async (input, init) => {
    const url = String(input);
    const body = toTakenBody(init?.body, url, refusedBy);
    const alarm = alarms.getStore();
    // Waiting for room is no silence of the model's; who stops a call has left it.
    const leave = await enterCall({ signal: init?.signal, onWait: alarm?.pause });
    init?.signal?.addEventListener("abort", leave, { once: true });
    try {
      const response = await askThere(inner ?? fetch, url, { ...init, body });
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
  if (isStreamed(url, body)) return createLines(isChat ? createLineMender() : mendThought, hide);
  if (isChat) return createWhole(mendJson);
  return headers.get("content-type")?.includes("json") === true ? createWhole((text) => text) : null;
}

export type ModelFetch = { fetch?: typeof fetch | undefined; refusedBy?: RefusedBy };

type Body = RequestInit["body"];

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

type Hide = (said: string) => string;

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

function toTakenBody(
  body: Body | undefined,
  url: string,
  refusedBy: ModelFetch["refusedBy"],
): NonNullable<Body> | null {
  if (typeof body !== "string" || refusedBy === undefined) return body ?? null;
  const model = /\/models\/([^/:]+):/.exec(url)?.[1] ?? /"model":"([^"]+)"/.exec(body)?.[1] ?? "";
  const refused = refusedBy(model);
  if (refused.length === 0) return body;
  const request = parseStrict(body);
  return isRecord(request) ? JSON.stringify(leaveOut(request, refused)) : body;
}

/** As the packages ask for it: in the body, or in the address of Google's. */
function isStreamed(url: string, body: unknown): boolean {
  return url.includes("alt=sse") || (typeof body === "string" && body.includes('"stream":true'));
}

/**
 * Takes pieces of a text and gives what can be passed on, at the end the rest, also of a text that was `cut`.
 * Both may throw. `isOver`: its last word has come, whether or not the server ends it.
 */
type Texts = { add(piece: string): string; end(cut?: Error): string; isOver(): boolean };

function pass(
  body: ReadableStream<Uint8Array>,
  texts: Texts,
  { hear, leave }: { hear: () => void; leave: Leave },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (let text = ""; text === "";) {
          let cut: Error | undefined;
          const { done, value } = await reader.read().catch((error: unknown) => {
            cut = error instanceof Error ? error : new Error("The connection was cut.", { cause: error });
            return { done: true, value: undefined };
          });
          hear();
          text = texts.add(decoder.decode(value, { stream: !done }));
          const isOver = done || texts.isOver();
          if (isOver) text += texts.end(cut);
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (!isOver) continue;
          if (!done) void reader.cancel().catch(() => undefined);
          leave();
          return controller.close();
        }
      } catch (error) {
        leave();
        void reader.cancel(error).catch(() => undefined);
        throw error;
      }
    },
    cancel(reason) {
      leave();
      return reader.cancel(reason);
    },
  });
}

const reporting = /"(?:error|message|detail)"/;

function createLines(mend: (line: string) => string, hide: Hide): Texts {
  const strays = createStrays();
  const read = (line: string) => {
    const told = strays.read(line);
    return mend(reporting.test(told) ? hide(told) : told);
  };
  /** The line that has not ended, in pieces, so that a long one takes no longer than its length. */
  let open: string[] = [];
  let openLength = 0;
  let eventLength = 0;
  let isOver = false;
  return {
    isOver: () => isOver,
    add(piece) {
      const lines = piece.split("\n");
      const rest = lines.pop() ?? "";
      if (lines.length > 0) {
        lines[0] = `${open.join("")}${lines[0] ?? ""}`;
        for (const line of lines) eventLength = line.trim() === "" ? 0 : eventLength + line.length;
        isOver ||= lines.some((line) => lastWord.test(line.slice(0, longestLastWord)));
        [open, openLength] = [[], 0];
      }
      open.push(rest);
      openLength += rest.length;
      if (eventLength + openLength > mostCharacters) throw createTooLong();
      return lines.length === 0 ? "" : `${lines.map(read).join("\n")}\n`;
    },
    end(cut) {
      const last = open.join("");
      const line = last.slice(last.lastIndexOf("\r") + 1);
      const isWhole = !isCut(line);
      const rest = isWhole ? `${read(last)}\n\n` : "\n\n";
      const report = isOver ? null : (strays.toReport() ?? (isWhole ? null : readCutReport(line)));
      if (report !== null) return `${rest}${field} ${hide(JSON.stringify(report))}\n\n`;
      if (cut !== undefined) throw cut;
      if (!isWhole) throw new Error("The connection was cut in the middle of an event.");
      return rest;
    },
  };
}

function createWhole(mend: (text: string) => string): Texts {
  const pieces: string[] = [];
  let length = 0;
  return {
    isOver: () => false,
    add(piece) {
      pieces.push(piece);
      length += piece.length;
      if (length > mostCharacters) throw createTooLong();
      return "";
    },
    end(cut) {
      if (cut !== undefined) throw cut;
      return mend(pieces.join(""));
    },
  };
}

/** What a server says of a failure, as far as it came. */
function createReport(hide: Hide): Texts {
  let text = "";
  return {
    isOver: () => text.length > longestReport,
    add(piece) {
      text += piece;
      return "";
    },
    end: () => hide(text),
  };
}

/** `[DONE]` of Chat Completions, and the last events of Messages and Responses. */
const lastWord =
  /^data:\s*(?:\[DONE\]|\{\s*"type":\s*"(?:message_stop|response\.(?:completed|incomplete|failed))")/;
const longestLastWord = 60;

const rawThought = /^(data:\s*\{\s*"type":\s*)"response\.reasoning_text\.delta"/;

/** Servers of open models send thoughts as they are, of which the package reads summaries alone. */
function mendThought(line: string): string {
  return line.replace(rawThought, '$1"response.reasoning_summary_text.delta","summary_index":0');
}

const watched = 3;
/** Fields that may come late, with forms of their own. */
const seldom = /"(?:tool_calls|reasoning_(?:text|details)|thinking\w*|thoughts?|type)"/;

/** A server writes as it began: after the first events only what is seldom sent, or once one was odd. */
function createLineMender(): (line: string) => string {
  let seen = 0;
  let isOdd = false;
  return (line) => {
    if (!line.startsWith(field)) return line;
    seen += 1;
    const isUsual = line.includes('"choices":[') && !seldom.test(line);
    if (!isOdd && seen > watched && isUsual) return line;
    const json = line.slice(field.length);
    const mended = reporting.test(json) ? listReport(mendJson(json)) : mendJson(json);
    isOdd ||= mended !== json;
    return mended === json ? line : `${field} ${mended}`;
  };
}

/** In a list the package reads nothing of it, and `createPartReader` gets all that it says. */
function listReport(json: string): string {
  const value = parseStrict(json);
  return isRecord(value) && isRecord(value.error) ? JSON.stringify({ ...value, error: [value.error] }) : json;
}

/** What is no JSON stays as it is. */
function mendJson(text: string): string {
  const value = parseStrict(text);
  const mended = value === undefined ? undefined : mendChatAnswer(value);
  return mended === value ? text : JSON.stringify(mended);
}

function isCut(line: string): boolean {
  const json = line.slice(field.length).trim();
  return line.startsWith(field) && json !== "" && json !== "[DONE]" && parseStrict(json) === undefined;
}

function createTooLong(): AppError {
  const megabytes = mostCharacters / 1024 / 1024;
  return new AppError("model_unavailable", `The model's server sent over ${megabytes} MB in one piece.`);
}

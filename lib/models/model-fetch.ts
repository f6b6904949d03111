import { AppError } from "@/lib/errors";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { listeners } from "./alarm";
import { mendChatAnswer } from "./mend-chat-answer";
import { createEventMender, toEvents, watchedEvents } from "./mend-events";
import type { RefusedBy } from "./models-config";
import { leaveOut } from "./refusals";

/** More than any event of a vendor's has; a picture in base64 is the longest. In UTF-16 units. */
const mostCharacters = 32 * 1024 * 1024;

/**
 * `fetch` for the vendors' packages. What is streamed comes in whole lines: an event that is longer than
 * memory may hold ends it, the last one counts without the empty line behind it, and one that ends in its
 * middle is a cut connection. What is only nearly as the vendor writes it is put right, also where it comes
 * as JSON instead of a stream.
 */
export function createModelFetch({ fetch: inner, refusedBy }: ModelFetch = {}): typeof fetch {
  return async (input, init) => {
    const url = String(input);
    const body = toTakenBody(init?.body, url, refusedBy);
    const heard = listeners.getStore();
    const response = await (inner ?? fetch)(input, { ...init, body });
    const isStream = isStreamed(url, body);
    const isChat = url.includes("/chat/completions");
    if (!response.ok) return withoutKey(response, init?.headers);
    if (response.body === null || !(isStream || isChat)) return response;
    const { status, statusText, headers } = response;
    const mend = isChat ? createLineMender() : createEventLineMender();
    const texts = isStream ? createStreamed(createLines(mend)) : createWhole(mendJson);
    return new Response(pass(response.body, texts, heard), { status, statusText, headers: [...headers] });
  };
}

export type ModelFetch = { fetch?: typeof fetch | undefined; refusedBy?: RefusedBy };

type Body = RequestInit["body"];

/** Servers repeat what they were sent, the key too. */
async function withoutKey(response: Response, sent: HeadersInit | undefined): Promise<Response> {
  const headers = new Headers(sent);
  const keys = keyHeaders.flatMap((name) => headers.get(name)?.replace(/^Bearer /, "") ?? []);
  const text = keys
    .filter((key) => key.length >= leastKey)
    .reduce((said, key) => said.replaceAll(toWord(key), "…"), await response.text());
  return new Response(text, { status: response.status, headers: [...response.headers] });
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
  const request = parseJson(body);
  return isRecord(request) ? JSON.stringify(leaveOut(request, refused)) : body;
}

/** As the packages ask for it: in the body, or in the address of Google's. */
function isStreamed(url: string, body: unknown): boolean {
  return url.includes("alt=sse") || (typeof body === "string" && body.includes('"stream":true'));
}

/**
 * Takes pieces of a text and gives what can be passed on, at the end the rest. Both may throw. `isOver`: its
 * last word has come, whether or not the server ends it.
 */
type Texts = { add(piece: string): string; end(): string; isOver(): boolean };

function pass(
  body: ReadableStream<Uint8Array>,
  texts: Texts,
  heard: (() => void) | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (let text = ""; text === "";) {
          const { done, value } = await reader.read();
          heard?.();
          text = texts.add(decoder.decode(value, { stream: !done }));
          const isOver = done || texts.isOver();
          if (isOver) text += texts.end();
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (!isOver) continue;
          if (!done) void reader.cancel().catch(() => undefined);
          return controller.close();
        }
      } catch (error) {
        void reader.cancel(error).catch(() => undefined);
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A stream that is none: one JSON, a list of what should have been events, or one on each line. */
function createStreamed(lines: Texts): Texts {
  const json = createWhole(toLines);
  let chosen: Texts | undefined;
  return {
    isOver: lines.isOver,
    add(piece) {
      if (piece.trim() !== "") chosen ??= /^\s*[{[]/.test(piece) ? json : lines;
      return (chosen ?? lines).add(piece);
    },
    end: () => (chosen === json ? lines.add(json.end()) : "") + lines.end(),
  };
}

/** The last one without its line break, so that it may turn out to be cut. */
function toLines(text: string): string {
  const value = parseJson(text);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const events =
    value === undefined
      ? text.split("\n").filter((line) => line.trim() !== "")
      : values.flatMap(toEvents).map((event) => JSON.stringify(event));
  return events.map((event) => `${field} ${event}`).join("\n\n");
}

function createLines(mend: (line: string) => string): Texts {
  /** The line that has not ended, in pieces, so that a long one takes no longer than its length. */
  let open: string[] = [];
  let openLength = 0;
  let eventLength = 0;
  let isOver = false;
  let before = "";
  /** Some servers leave out the empty line between two events. */
  const read = (line: string) => {
    const isNext = line.trim() !== "" && before.startsWith(field) && !isCut(before);
    before = line;
    return `${isNext ? "\n" : ""}${mend(line)}`;
  };
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
    end() {
      const last = open.join("");
      if (isCut(last.slice(last.lastIndexOf("\r") + 1)))
        throw new Error("The connection was cut in the middle of an event.");
      return `${read(last)}\n\n`;
    },
  };
}

function createWhole(read: (text: string) => string): Texts {
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
    end: () => read(pieces.join("")),
  };
}

/** `[DONE]` of Chat Completions, and the last events of Messages and Responses. */
const lastWord =
  /^data:\s*(?:\[DONE\]|\{\s*"type":\s*"(?:message_stop|response\.(?:completed|incomplete|failed))")/;
const longestLastWord = 60;

const field = "data:";
const watched = 3;
/** Fields that may come late, with forms of their own. */
const seldom =
  /"(?:tool_calls|function_call|reasoning_(?:text|details)|thinking\w*|thoughts?|type|x_groq|usage":\s*\{)/;

const wholeMessage = /"message":\s*(?=\{)/;

/** A server writes as it began: after the first events only what is seldom sent, or once one was odd. */
function createLineMender(): (line: string) => string {
  let seen = 0;
  let isOdd = false;
  let hasDelta = false;
  return (line) => {
    if (!line.startsWith(field)) return line;
    seen += 1;
    hasDelta ||= line.includes('"delta"');
    const isUsual = line.includes('"choices":[') && !seldom.test(line);
    if (!isOdd && seen > watched && isUsual) return line;
    const json = line.slice(field.length);
    // The whole in place of its pieces; behind them some servers send it once more.
    const mended = mendJson(hasDelta ? json : json.replace(wholeMessage, '"delta":'));
    isOdd ||= mended !== json;
    return mended === json ? line : `${field} ${mended}`;
  };
}

function createEventLineMender(): (line: string) => string {
  const mend = createEventMender();
  return (line) => {
    const isWatched = line.startsWith(field) && watchedEvents.test(line);
    const event = isWatched ? parseJson(line.slice(field.length)) : undefined;
    if (!isRecord(event)) return line;
    return mend(event)
      .map((each) => `${field} ${JSON.stringify(each)}`)
      .join("\n\n");
  };
}

/** What is no JSON stays as it is. */
function mendJson(text: string): string {
  const value = parseJson(text);
  const mended = value === undefined ? undefined : mendChatAnswer(value);
  return mended === value ? text : JSON.stringify(mended);
}

function isCut(line: string): boolean {
  const json = line.slice(field.length).trim();
  return line.startsWith(field) && json !== "" && json !== "[DONE]" && parseJson(json) === undefined;
}

function createTooLong(): AppError {
  const megabytes = mostCharacters / 1024 / 1024;
  return new AppError("model_unavailable", `The model's server sent over ${megabytes} MB in one piece.`);
}

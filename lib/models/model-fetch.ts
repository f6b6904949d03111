import { AppError } from "@/lib/errors";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { listeners } from "./alarm";
import { mendChatAnswer } from "./mend-chat-answer";
import { leaveOut, refusedFields } from "./refusals";

/** More than any event of a vendor's has; a picture in base64 is the longest. In UTF-16 units. */
const mostCharacters = 32 * 1024 * 1024;

/**
 * `fetch` for the vendors' packages. What is streamed comes in whole lines: an event that is longer than
 * memory may hold ends it, the last one counts without the empty line behind it, and one that ends in its
 * middle is a cut connection. Chat Completions that are only nearly as OpenAI's are put right.
 */
export function createModelFetch(inner: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const url = String(input);
    const body = toTakenBody(init?.body ?? null);
    const heard = listeners.getStore();
    const response = await inner(input, { ...init, body });
    const isStream = isStreamed(url, body);
    const isChat = url.includes("/chat/completions");
    if (!response.ok) return withoutKey(response, init?.headers);
    if (response.body === null || !(isStream || isChat)) return response;
    const { status, statusText, headers } = response;
    const texts = isStream ? createLines(isChat ? createLineMender() : mendThought) : createWhole();
    return new Response(pass(response.body, texts, heard), { status, statusText, headers: [...headers] });
  };
}

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

function toTakenBody(body: BodyInit | null): BodyInit | null {
  const refused = refusedFields.getStore() ?? [];
  const request = typeof body === "string" && refused.length > 0 ? parseJson(body) : undefined;
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

function createLines(mend: (line: string) => string): Texts {
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
      return lines.length === 0 ? "" : `${lines.map(mend).join("\n")}\n`;
    },
    end() {
      const last = open.join("");
      if (isCut(last.slice(last.lastIndexOf("\r") + 1)))
        throw new Error("The connection was cut in the middle of an event.");
      return `${mend(last)}\n\n`;
    },
  };
}

function createWhole(): Texts {
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
    end: () => mendJson(pieces.join("")),
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

const field = "data:";
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
    const mended = mendJson(json);
    isOdd ||= mended !== json;
    return mended === json ? line : `${field} ${mended}`;
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

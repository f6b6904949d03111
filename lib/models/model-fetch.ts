import { ReadableStream } from "node:stream/web";
import { AppError } from "@/lib/errors";
import { mendChatAnswer } from "./mend-chat-answer";

/** More than any event of a vendor's has; a picture in base64 is the longest. In UTF-16 units. */
const mostCharacters = 32 * 1024 * 1024;

/**
 * `fetch` for the vendors' packages. What is streamed comes in whole lines: an event that is longer than
 * memory may hold ends it, the last one counts without the empty line behind it, and one that ends in its
 * middle is a cut connection. Chat Completions that are only nearly as OpenAI's are put right.
 */
export function createModelFetch(inner?: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await (inner ?? fetch)(input, init);
    const url = String(input);
    const isStream = isStreamed(url, init?.body);
    const isChat = url.includes("/chat/completions");
    if (!response.ok || response.body === null || !(isStream || isChat)) return response;
    const { status, statusText, headers } = response;
    const mend = isChat ? mendJson : (text: string) => text;
    const texts = isStream ? readLines(response.body, mend) : readWhole(response.body, mend);
    const body = ReadableStream.from(toBytes(texts)) as unknown as BodyInit;
    return new Response(body, { status, statusText, headers: [...headers] });
  };
}

/** As the packages ask for it: in the body, or in the address of Google's. */
function isStreamed(url: string, body: unknown): boolean {
  return url.includes("alt=sse") || (typeof body === "string" && body.includes('"stream":true'));
}

type Bytes = AsyncIterable<Uint8Array>;
type Mend = (json: string) => string;

async function* readLines(bytes: Bytes, mend: Mend): AsyncGenerator<string> {
  /** The line that has not ended, in pieces, so that a long one takes no longer than its length. */
  let open: string[] = [];
  let openLength = 0;
  let eventLength = 0;
  for await (const piece of readTexts(bytes)) {
    const lines = piece.split("\n");
    const rest = lines.pop() ?? "";
    if (lines.length > 0) {
      lines[0] = `${open.join("")}${lines[0] ?? ""}`;
      for (const line of lines) eventLength = line.trim() === "" ? 0 : eventLength + line.length;
      [open, openLength] = [[], 0];
      yield `${lines.map((line) => mendLine(line, mend)).join("\n")}\n`;
    }
    open.push(rest);
    openLength += rest.length;
    if (eventLength + openLength > mostCharacters) throw createTooLong();
  }
  const last = open.join("");
  if (isCut(last.slice(last.lastIndexOf("\r") + 1)))
    throw new Error("The connection was cut in the middle of an event.");
  yield `${mendLine(last, mend)}\n\n`;
}

async function* readWhole(bytes: Bytes, mend: Mend): AsyncGenerator<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of readTexts(bytes)) {
    pieces.push(piece);
    length += piece.length;
    if (length > mostCharacters) throw createTooLong();
  }
  yield mend(pieces.join(""));
}

async function* readTexts(bytes: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) if (text !== "") yield encoder.encode(text);
}

const field = "data:";

function mendLine(line: string, mend: Mend): string {
  if (!line.startsWith(field)) return line;
  const json = line.slice(field.length);
  const mended = mend(json);
  return mended === json ? line : `${field} ${mended}`;
}

/** What is no JSON stays as it is. */
function mendJson(text: string): string {
  const value = parse(text);
  const mended = value === undefined ? undefined : mendChatAnswer(value);
  return mended === value ? text : JSON.stringify(mended);
}

function isCut(line: string): boolean {
  const json = line.slice(field.length).trim();
  return line.startsWith(field) && json !== "" && json !== "[DONE]" && parse(json) === undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function createTooLong(): AppError {
  const megabytes = mostCharacters / 1024 / 1024;
  return new AppError("model_unavailable", `The model's server sent over ${megabytes} MB in one piece.`);
}

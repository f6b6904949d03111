import { AppError } from "@/lib/errors";
import { maxBodyBytes } from "@/lib/protocol/chat-request";
import type { z } from "zod";
import { readPieces } from "./read-pieces";

/** How large a JSON body may be, in bytes: fields, long texts and lists of steps, or files and prompts. */
const bodySizes = { small: 20_000, texts: 700_000, large: maxBodyBytes } as const;
export type BodySize = keyof typeof bodySizes;

/** Deeper and with more values than any of our clients sends; what reads JSON recurses or takes its time. */
const mostDepth = 64;
const mostValues = 20_000;

/**
 * The checked JSON body. Throws `too_large`, and `invalid_request` with the fields that are wrong or where it
 * is nested too deep or has too many values.
 */
export async function readBody<SCHEMA extends z.ZodType>(
  request: Request,
  schema: SCHEMA,
  size: BodySize = "small",
): Promise<z.output<SCHEMA>> {
  return parseInput(schema, toJson(await readText(request, bodySizes[size])));
}

/** A small JSON body as it is, `null` for an empty one. Throws `too_large` and `invalid_request`. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request, bodySizes.small);
  return text === "" ? null : toJson(text);
}

/** Throws `invalid_request`. */
export function toJson(text: string): unknown {
  checkShape(text);
  try {
    return surrogateEscape.test(text) ? JSON.parse(text, toWellFormed) : JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_request", "The body is not JSON.", { cause: error });
  }
}

const surrogateEscape = /\\u[dD][89a-fA-F]/;

/** Half of a pair is no character: servers and browsers draw it differently, and no file can hold it. */
const toWellFormed = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Counts before anything is made of the text. Throws `invalid_request`. */
function checkShape(text: string): void {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) isInString = !isInString;
    else if (isInString) index += code === backslash ? 1 : 0;
    else if (code === comma) values += 1;
    else if (code === openBracket || code === openBrace) {
      values += 1;
      depth += 1;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    if (depth <= mostDepth && values <= mostValues) continue;
    const what = depth > mostDepth ? `is nested over ${mostDepth} deep` : `has over ${mostValues} values`;
    throw new AppError("invalid_request", `The body ${what}.`);
  }
}

/** The checked query. Throws `invalid_request`. */
export function readQuery<SCHEMA extends z.ZodType>({ url }: Request, schema: SCHEMA): z.output<SCHEMA> {
  return parseInput(schema, Object.fromEntries(new URL(url).searchParams));
}

const mostFields = 20;
const mostFieldCharacters = 200;

/** Checks a value from outside against its schema. Throws `invalid_request` with `fields`. */
export function parseInput<SCHEMA extends z.ZodType>(schema: SCHEMA, value: unknown): z.output<SCHEMA> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues
      .slice(0, mostFields)
      .map((issue) => [shorten(issue.path.join(".")) || "body", shorten(issue.message)]),
  );
  throw new AppError("invalid_request", "Something in the request is not as it should be.", {
    fields,
    cause: result.error,
  });
}

const shorten = (text: string): string =>
  text.length > mostFieldCharacters ? `${text.slice(0, mostFieldCharacters - 1)}…` : text;

const meters = new WeakMap<Request, (bytes: number) => void>();

/** `count` hears of each piece of a JSON body, and throws where these are too many bytes. */
export function meterBody(request: Request, count: (bytes: number) => void): void {
  meters.set(request, count);
}

/** The pieces of a JSON body, metered. */
export async function* readMetered(
  ...[request, maxBytes, refuse]: Parameters<typeof readPieces>
): ReturnType<typeof readPieces> {
  for await (const piece of readPieces(request, maxBytes, refuse)) {
    meters.get(request)?.(piece.byteLength);
    yield piece;
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new AppError("too_large", `The request is larger than ${maxBytes / 1000} kB.`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of readMetered(request, maxBytes, tooLarge))
    text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

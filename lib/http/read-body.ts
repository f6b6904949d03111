import { AppError } from "@/lib/errors";
import { maxBodyBytes } from "@/lib/protocol/chat-request";
import type { z } from "zod";
import { readPieces } from "./read-pieces";

/** The checked JSON body. Throws `too_large` over 4 MB, `invalid_request` with the fields that are wrong. */
export async function readBody<SCHEMA extends z.ZodType>(
  request: Request,
  schema: SCHEMA,
): Promise<z.output<SCHEMA>> {
  return parseInput(schema, toJson(await readText(request, maxBodyBytes)));
}

/** The request's JSON body as it is, `null` for an empty one. Throws `too_large` and `invalid_request`. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  return text === "" ? null : toJson(text);
}

/** Throws `invalid_request`. */
export function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_request", "The body is not JSON.", { cause: error });
  }
}

/** Checks a value from outside against its schema. Throws `invalid_request` with `fields`. */
export function parseInput<SCHEMA extends z.ZodType>(schema: SCHEMA, value: unknown): z.output<SCHEMA> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues.map((issue) => [issue.path.join(".") || "body", issue.message]),
  );
  throw new AppError("invalid_request", "Something in the request is not as it should be.", {
    fields,
    cause: result.error,
  });
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new AppError("too_large", `The request is larger than ${maxBytes / 1_000_000} MB.`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of readPieces(request, maxBytes, tooLarge))
    text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
}

import type { z } from "zod";
import { AppError } from "@/lib/errors";
import type { GuardedFetch } from "@/lib/net/guarded-fetch";
import { parseJson } from "./parse-json";
import { toSearchError, type ErrorWords } from "./search-error";

export type EngineRequest<T> = ErrorWords & {
  fetch: GuardedFetch;
  url: string;
  headers?: Record<string, string>;
  /** Posted as JSON. */
  body?: Record<string, unknown>;
  schema: z.ZodType<T>;
  signal: AbortSignal;
};

/** One call of an engine that answers in JSON. Throws what engines throw; neither address nor headers are in the message. */
export async function askEngine<T>({ fetch, url, headers, body, schema, signal, ...words }: EngineRequest<T>): Promise<T> {
  const sent = { ...(headers && { headers }), ...(body && { body: { contentType: "application/json", text: JSON.stringify(body) } }) };
  const page = await fetch(url, { signal, accept: "application/json", ...sent }).catch((error: unknown) => {
    throw toSearchError(error, words);
  });
  // What answers elsewhere is not the engine, whoever sent us there.
  if (new URL(page.url).origin !== new URL(url).origin) throw new AppError("search_unavailable", `${words.name} sends its searches to another host.`);
  const parsed = schema.safeParse(parseJson(page.bytes));
  if (parsed.success) return parsed.data;
  throw new AppError("search_unavailable", `${words.name} sent an answer that cannot be read.`, { cause: parsed.error });
}

/** An address below an engine's own. */
export function toEngineUrl(baseUrl: string, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `${baseUrl.replace(/\/+$/, "")}${path}${query === "" ? "" : `?${query}`}`;
}

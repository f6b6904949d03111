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

/** Calls an engine that answers in JSON. Throws what engines do; the message has no address or headers. */
export async function askEngine<T>({
  fetch,
  url,
  headers,
  body,
  schema,
  signal,
  ...words
}: EngineRequest<T>): Promise<T> {
  const sent = {
    ...(headers && { headers }),
    ...(body && { body: { contentType: "application/json", text: JSON.stringify(body) } }),
  };
  const beforeVisit = (to: URL) => checkOrigin(to, url, words.name);
  const page = await fetch(url, { signal, accept: "application/json", beforeVisit, ...sent }).catch(
    (error: unknown) => {
      throw toSearchError(error, words);
    },
  );
  const parsed = schema.safeParse(parseJson(page.bytes));
  if (parsed.success) return parsed.data;
  throw new AppError("search_unavailable", `${words.name} sent an answer that cannot be read.`, {
    cause: parsed.error,
  });
}

/** What answers elsewhere is not the engine, whoever sent us there, and has no business with the question. */
async function checkOrigin(to: URL, asked: string, name: string): Promise<void> {
  if (to.origin !== new URL(asked).origin)
    throw new AppError(
      "search_unavailable",
      `${name} sends its searches on to ${to.host}, which is not asked.`,
    );
}

/** An address below an engine's own. */
export function toEngineUrl(baseUrl: string, path: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `${baseUrl.replace(/\/+$/, "")}${path}${query === "" ? "" : `?${query}`}`;
}

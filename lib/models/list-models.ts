import { APICallError } from "ai";
import { z } from "zod";
import { AppError, isAppError } from "@/lib/errors";
import { toModelFailure } from "./model-errors";
import type { ModelList } from "./models-config";
import { findProviderNames } from "./provider-names";

const limitMs = 10_000;
const maxBytes = 4 * 1024 * 1024;

/**
 * The names of the models that a provider lists; `null` where it has no list, or none for this key, which
 * says nothing of the key. Throws `model_key`, `model_quota`, `model_unavailable`, `model_rejected` (another
 * kind of server), `address_refused` or `aborted`.
 */
export async function listModels(
  provider: string,
  { url, headers, fetch: ask = fetch }: ModelList,
  signal: AbortSignal,
): Promise<string[] | null> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await ask(url, {
      headers: { accept: "application/json", ...headers },
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.any([signal, limit]),
    });
    const text = await readText(response);
    if (hasNoList.has(response.status) || (response.status === 403 && lacksScope.test(text))) return null;
    if (response.ok) return readNames(provider, text);
    throw new APICallError({
      ...{ message: text.slice(0, 1_000), url, requestBodyValues: {}, responseBody: text },
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
    });
  } catch (error) {
    if (signal.aborted) throw new AppError("aborted", "It was stopped.", { cause: error });
    throw toListError(provider, error);
  }
}

const hasNoList = new Set([404, 405, 501]);
/** OpenAI's words for a key that may be used but not list models. */
const lacksScope = /missing scopes/i;

/** OpenAI, Anthropic and those like them say `data`, Google `models`; Ollama without a model says `null`. */
const listSchema = z.union([
  z.object({ data: z.array(z.object({ id: z.string().min(1) })).nullable() }),
  z.object({ models: z.array(z.object({ name: z.string().min(1) })) }),
]);

function readNames(provider: string, text: string): string[] {
  const { name } = findProviderNames(provider);
  const parsed = listSchema.safeParse(toJson(text));
  if (!parsed.success)
    throw new AppError("model_rejected", `${name}: what answers there does not list models.`);
  if ("data" in parsed.data) return (parsed.data.data ?? []).map(({ id }) => id);
  return parsed.data.models.map((model) => model.name.replace(/^models\//, ""));
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws where there is more than a list of models has. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new AppError("model_rejected", "What answers there does not list models.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function toListError(provider: string, error: unknown): AppError {
  const refused = findRefusal(error);
  if (refused !== null) return refused;
  const { code, retryAfter } = toModelFailure(error, provider).error;
  // What a vendor answers may repeat the key.
  const cause = APICallError.isInstance(error) ? { status: error.statusCode } : error;
  const { name } = findProviderNames(provider);
  const words: Partial<Record<typeof code, string>> = {
    model_key: `${name} refused the key.`,
    model_quota: `${name} asks to wait before it is tried again.`,
    model_rejected: `${name} rejected the request.`,
  };
  const known = words[code];
  const options = { cause, ...(retryAfter !== undefined && { retryAfter }) };
  return known === undefined
    ? new AppError("model_unavailable", `${name} does not answer.`, options)
    : new AppError(code, known, options);
}

/** An error of ours, also where it is why a connection was not made. */
function findRefusal(error: unknown): AppError | null {
  if (isAppError(error)) return error.code === "page_unavailable" ? null : error;
  return error instanceof Error && error.cause !== undefined ? findRefusal(error.cause) : null;
}

import { APICallError } from "ai";
import { AppError, isAppError } from "@/lib/errors";
import { parseJson } from "@/lib/protocol/json";
import type { ListedModel } from "@/lib/protocol/settings";
import { toModelFailure } from "./model-errors";
import type { ModelList } from "./models-config";
import { findProviderNames } from "./provider-names";
import { readModelPage, type ModelPage } from "./read-model-list";

const limitMs = 10_000;
/** Of all pages. */
const most = { bytes: 16 * 1024 * 1024, models: 20_000 };

/**
 * The models that a provider lists, each once, all pages; `null` where it has no list, or none for this key,
 * which says nothing of the key. Throws `model_key`, `model_quota`, `model_unavailable`, `model_rejected`
 * (another kind of server, or more than can be read), `address_refused` or `aborted`.
 */
export async function listModels(
  provider: string,
  list: ModelList,
  signal: AbortSignal,
): Promise<ListedModel[] | null> {
  const limited = { ...list, signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) };
  const models = new Map<string, ListedModel>();
  try {
    let bytes = 0;
    for (let query: ModelPage["next"] = {}; query !== null;) {
      const answer = await askPage(limited, { query, mostBytes: most.bytes - bytes });
      if (answer === null && models.size === 0) return null;
      if (answer === null) break;
      const page = readModelPage(parseJson(answer.text), list.cursorName ?? "after");
      if (page === null)
        throw refuse(`${findProviderNames(provider).name}: what answers there does not list models.`);
      const before = models.size;
      for (const model of page.models) if (!models.has(model.name)) models.set(model.name, model);
      bytes += answer.bytes;
      if (models.size > most.models) throw refuseLong();
      // A server that heeds no cursor gives its first page again.
      query = models.size > before ? page.next : null;
    }
    return [...models.values()];
  } catch (error) {
    if (signal.aborted) throw new AppError("aborted", "It was stopped.", { cause: error });
    throw toListError(provider, error);
  }
}

type ModelListRequest = { query: Record<string, string>; mostBytes: number };

/** `null` where there is no list, or none for this key. */
async function askPage(
  { url, headers, fetch: ask = fetch, signal }: ModelList & { signal: AbortSignal },
  { query, mostBytes }: ModelListRequest,
): Promise<{ text: string; bytes: number } | null> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const response = await ask(address.href, {
    headers: { accept: "application/json", ...headers },
    redirect: "error",
    cache: "no-store",
    signal,
  });
  const body = await readBytes(response, mostBytes);
  const text = new TextDecoder().decode(body);
  if (hasNoList.has(response.status) || (response.status === 403 && lacksScope.test(text))) return null;
  if (response.ok) return { text, bytes: body.length };
  throw new APICallError({
    ...{ message: text.slice(0, 1_000), url, requestBodyValues: {}, responseBody: text },
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
  });
}

const hasNoList = new Set([404, 405, 501]);
/** OpenAI's words for a key that may be used but not list models. */
const lacksScope = /missing scopes/i;

/** Throws where there is more than a list of models has. */
async function readBytes({ body }: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw refuseLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const refuse = (message: string) => new AppError("model_rejected", message);
const refuseLong = () => refuse("What answers there lists more than can be read.");

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

import { isRecord } from "@/lib/protocol/json";
import type { ListedModel } from "@/lib/protocol/settings";

export type ModelPage = {
  models: ListedModel[];
  /** The query that asks for the next page; `null` at the end. */
  next: Record<string, string> | null;
};

/**
 * One page of any server's list of models: an array by itself or under a name. Rows that name no model are
 * skipped; `null` where nothing in it is a list of models.
 */
export function readModelPage(body: unknown, cursorName: string): ModelPage | null {
  const fields = isRecord(body) ? body : {};
  const usual = Array.isArray(body)
    ? body
    : Object.hasOwn(fields, "data")
      ? fields["data"]
      : fields["models"];
  const lists = [body, fields["data"], fields["models"], ...Object.values(fields)].filter(Array.isArray);
  const models = lists.map(readRows).find((rows) => rows.length > 0) ?? readNames(usual);
  // Ollama without a model says `null`.
  const isEmpty = usual === null || (Array.isArray(usual) && usual.length === 0);
  if (models.length === 0 && !isEmpty) return null;
  return { models, next: findNext(fields, cursorName, models.at(-1)?.name) };
}

/** Vendors name a model by one of these; where two are there, the later one is for people to read. */
const nameKeys = ["id", "name", "model"] as const;

function readRows(rows: readonly unknown[]): ListedModel[] {
  const objects = rows.filter(isRecord);
  const key = nameKeys.find((each) => objects.some((row) => isModelName(row[each])));
  if (key === undefined) return [];
  return objects.flatMap((row) => {
    const name = row[key];
    return isModelName(name) ? [toListed(name, row)] : [];
  });
}

/** Names and nothing else. */
function readNames(list: unknown): ListedModel[] {
  return Array.isArray(list) ? list.filter(isModelName).map((name) => toListed(name, {})) : [];
}

/** An address instead of a name is that of a registry, which no request may name. */
function isModelName(value: unknown): value is string {
  return typeof value === "string" && /^\S{1,200}$/.test(value) && !value.includes("://");
}

function toListed(name: string, row: ModelFields): ListedModel {
  const places = [row, ...Object.values(row).filter(isRecord)];
  return { name: name.replace(/^models\//, ""), contextWindow: findWindow(places), price: findPrice(places) };
}

/**
 * Tokens, as OpenRouter, Together, Groq, Mistral, vLLM, LM Studio, llama.cpp, Google, Anthropic, GitHub,
 * DeepInfra and Novita call them, November 2026.
 */
const windowKeys = [
  ...["context_length", "context_window", "max_context_length", "loaded_context_length", "context_size"],
  ...["max_model_len", "n_ctx", "inputTokenLimit", "max_input_tokens"],
];

/** The least of what is said: what is loaded or served may be less than what the model could read. */
function findWindow(places: readonly ModelFields[]): number | null {
  const said = places.flatMap((place) => windowKeys.map((key) => toAmount(place[key])));
  const windows = said.filter((tokens) => tokens !== null && Number.isSafeInteger(tokens) && tokens > 0);
  return windows.length === 0 ? null : Math.min(...(windows as number[]));
}

/** As OpenRouter and SambaNova, Together and Vercel, and DeepInfra call them. */
const priceKeys = [
  ["prompt", "completion"],
  ["input", "output"],
  ["input_tokens", "output_tokens"],
] as const;

function findPrice(places: readonly ModelFields[]): ListedModel["price"] {
  for (const { pricing } of places) {
    if (!isRecord(pricing)) continue;
    for (const [input, output] of priceKeys) {
      const inputPerMillion = toPerMillion(pricing[input]);
      const outputPerMillion = toPerMillion(pricing[output]);
      if (inputPerMillion !== null && outputPerMillion !== null) return { inputPerMillion, outputPerMillion };
    }
  }
  return null;
}

/** No model costs so much a token, and none so little a million, in dollars. */
const leastPerMillion = 0.001;

/** Dollars a token or a million tokens, in dollars a million; a price that varies is said as -1. */
function toPerMillion(value: unknown): number | null {
  const amount = toAmount(value);
  if (amount === null || amount < 0) return null;
  return Number((amount < leastPerMillion ? amount * 1_000_000 : amount).toFixed(6));
}

function toAmount(value: unknown): number | null {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof amount === "number" && Number.isFinite(amount) ? amount : null;
}

/** The place where the next page begins, and the name under which it is asked for. */
const cursors = [
  ["nextPageToken", "pageToken"],
  ["next_page_token", "page_token"],
  ["next_cursor", "cursor"],
] as const;

function findNext(fields: ModelFields, cursorName: string, last: string | undefined): ModelPage["next"] {
  for (const [told, asked] of cursors) {
    const cursor = fields[told];
    if (typeof cursor === "string" && cursor !== "") return { [asked]: cursor };
  }
  const lastId = typeof fields["last_id"] === "string" ? fields["last_id"] : last;
  return fields["has_more"] === true && lastId !== undefined ? { [cursorName]: lastId } : null;
}

type ModelFields = Record<string, unknown>;

import { AsyncLocalStorage } from "node:async_hooks";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { APICallError } from "ai";
import { isRecord } from "@/lib/protocol/json";
import { toModelFailure } from "./model-errors";
import type { ModelMemory } from "./model-memory";
import { readServerReport, type ServerReport } from "./server-report";
import { refusalWords, slipCodes } from "./vendor-wordings";

/**
 * What a model's server does not take: the name of a field of the request, or `system` for that role, `calls`
 * for several calls in one message, `null` for a message without content and `prefix` for the beginning of an
 * answer at the end.
 */
export type Refusals = ModelMemory<readonly string[]>;

/** The fields that requests sent within it leave out. */
export const refusedFields = new AsyncLocalStorage<readonly string[]>();

type Yielding = { ref: string; refusals: Refusals; native: LanguageModelV4; text: LanguageModelV4 };

/** Asks again without what its server refuses, each thing once; who takes no tools gets them in text. */
export function createYieldingModel({ ref, refusals, native, text }: Yielding): LanguageModelV4 {
  async function ask<RESULT>(
    { prompt }: LanguageModelV4CallOptions,
    call: (model: LanguageModelV4) => PromiseLike<RESULT>,
  ): Promise<RESULT> {
    const hasPrefix = prompt.at(-1)?.role === "assistant";
    const note = (field: string) => refusals.keep(ref, [...new Set([...(refusals.get(ref) ?? []), field])]);
    for (;;) {
      const known = refusals.get(ref) ?? [];
      try {
        return await call(known.includes("tools") ? text : native);
      } catch (error) {
        if (hasPrefix && isRejected(error, ref)) note("prefix");
        const field = hasPrefix ? null : readRefusal(error, ref, known);
        // Another request may have learned it meanwhile; this one was still sent with it.
        if (field === null || known.includes(field)) throw error;
        note(field);
      }
    }
  }
  return {
    ...{ specificationVersion: "v4", provider: native.provider, modelId: native.modelId },
    supportedUrls: native.supportedUrls,
    doStream: (options) => ask(options, (model) => model.doStream(options)),
    doGenerate: (options) => ask(options, (model) => model.doGenerate(options)),
  };
}

/** The answer depends on it, so the request is not repeated without it. */
const isRejected = (error: unknown, ref: string): boolean =>
  APICallError.isInstance(error) && toModelFailure(error, ref).error.code === "model_rejected";

const statuses = new Set([400, 404, 405, 422, 500, 501]);

function readRefusal(error: unknown, ref: string, known: readonly string[]): string | null {
  if (!APICallError.isInstance(error) || !statuses.has(error.statusCode ?? 0)) return null;
  const { code, detail } = toModelFailure(error, ref).error;
  const isOther = detail !== undefined || code === "model_overflow" || code === "model_key";
  const { requestBodyValues: request } = error;
  if (isOther || !isRecord(request)) return null;
  return findRefused(request, readServerReport(error.responseBody), known);
}

type RequestBody = Record<string, unknown>;

/** What this makes no sense without, or what others see to: the form of an answer and the thoughts. */
const needed = new Set(
  (
    "model messages input contents stream role content parts tools system response_format text " +
    "reasoning reasoning_effort max_tokens tool_call_id tool_calls name type"
  ).split(" "),
);

/** The field of the request that the report points at or names; `null` where that is none. */
function findRefused(request: RequestBody, report: ServerReport, known: readonly string[]): string | null {
  const refusal = { request, messages: listMessages(request), report, known };
  return finders.reduce<string | null>((found, find) => found ?? find(refusal), null);
}

type Refusal = { request: RequestBody; messages: Message[]; report: ServerReport; known: readonly string[] };

const isAt = ({ places }: ServerReport, end: string): boolean =>
  places.some((place) => place === end || place.endsWith(`.${end}`));
const isMeant = (report: ServerReport, key: string): boolean =>
  isAt(report, key) || isNamed(report.words, key);
const isSaid = ({ words }: ServerReport, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(words));

/** The more certain ones first. */
const finders: ((refusal: Refusal) => string | null)[] = [
  ({ request, messages, report, known }) => {
    const options = [request, request.generationConfig, ...messages].filter(isRecord).flatMap(Object.keys);
    const isFree = (key: string) => !needed.has(key) && key !== "tool_choice" && !known.includes(key);
    return options.find((key) => isFree(key) && isMeant(report, key)) ?? null;
  },
  ({ report }) =>
    report.codes.has("unsupported_parameter") && isAt(report, "max_tokens") ? "max_tokens" : null,
  ({ messages, report }) => {
    const isOfCalls = isSaid(report, refusalWords.calls) || isNamed(report.words, "parallel_tool_calls");
    return isOfCalls && messages.some(hasSeveralCalls) ? "calls" : null;
  },
  ({ request, report, known }) => {
    if (request.tools === undefined) return null;
    const isOfChoice = isMeant(report, "tool_choice");
    if (isOfChoice && isForcing(request.tool_choice) && !known.includes("tool_choice")) return "tool_choice";
    if (slipCodes.some((code) => report.codes.has(code))) return null;
    const isNameOf = report.places.includes("tools") || isNamed(report.words, "tools");
    return isOfChoice || isNameOf || isSaid(report, refusalWords.tools) ? "tools" : null;
  },
  ({ messages, report }) => {
    if (isSaid(report, refusalWords.system)) return "system";
    const isOfRole = /\b(?:system|developer)\b/i.test(report.words) && /\brole/i.test(report.words);
    return messages.some(isSystem) && (isOfRole || isAt(report, "role")) ? "system" : null;
  },
  ({ messages, report }) => {
    const isNull = /\bnull\b|\bNone/.test(report.words) || isSaid(report, refusalWords.content);
    const isOfContent = isNull || isAt(report, "content");
    return isOfContent && messages.some(({ content }) => content === null) ? "null" : null;
  },
];

/** As a name of the request's, not as a word of the language; a place inside it is another matter. */
function isNamed(words: string, key: string): boolean {
  const name = key.split("_").join("[_ -]?");
  const isWord = !/[_A-Z]/.test(key) && !distinct.has(key);
  const quote = isWord ? "[\"'`“‘]" : "";
  return new RegExp(`(?<![\\w-])${quote}${name}(?![\\w-]|\\[|\\.\\w|\\s+(?:call|result))`, "i").test(words);
}

const distinct = new Set(["temperature", "seed", "tools"]);

type Message = Record<string, unknown>;

const listMessages = ({ messages, input }: RequestBody): Message[] =>
  [messages, input].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
const isSystem = ({ role }: Message): boolean => role === "system" || role === "developer";
const hasSeveralCalls = ({ tool_calls: calls }: Message): boolean => Array.isArray(calls) && calls.length > 1;
const isForcing = (choice: unknown): boolean => isRecord(choice) || choice === "required";

/** The request without what is refused; tools are written into its text elsewhere. */
export function leaveOut(request: RequestBody, refused: readonly string[]): RequestBody {
  const { messages } = request;
  const isChat = Array.isArray(messages) && messages.every(isRecord);
  let next: RequestBody = request;
  if (isChat) {
    let list = messages.map((message) => withoutKeys(message, refused));
    if (refused.includes("calls"))
      list = list.flatMap((each, index) => splitCalls(each, list.slice(index + 1)));
    if (refused.includes("null"))
      list = list.map((each) => (each.content === null ? { ...each, content: "" } : each));
    if (refused.includes("system")) list = foldSystem(list);
    next = { ...next, messages: list };
  }
  const { max_tokens: most, ...rest } = next;
  if (refused.includes("max_tokens") && most !== undefined) next = { ...rest, max_completion_tokens: most };
  if (isRecord(next.generationConfig))
    next = { ...next, generationConfig: withoutKeys(next.generationConfig, refused) };
  return withoutKeys(next, refused);
}

function withoutKeys(record: RequestBody, keys: readonly string[]): RequestBody {
  return Object.fromEntries(Object.entries(record).filter(([key]) => needed.has(key) || !keys.includes(key)));
}

/** Puts each call into its own message, followed by its result. */
function splitCalls(message: Message, behind: readonly Message[]): Message[] {
  const { tool_calls: calls, ...rest } = message;
  if (message.role === "tool") return [];
  if (!Array.isArray(calls)) return [message];
  const end = behind.findIndex(({ role }) => role !== "tool");
  const results = end === -1 ? behind : behind.slice(0, end);
  return calls
    .filter(isRecord)
    .flatMap((call, index) => [
      { ...(index === 0 ? rest : { ...rest, content: null }), tool_calls: [call] },
      ...results.filter(({ tool_call_id: id }) => id === call.id),
    ]);
}

/** The system's words stand before the first of the person, and roles take turns. */
function foldSystem(messages: readonly Message[]): Message[] {
  const isPlain = ({ role, tool_calls: calls }: Message) => role !== "tool" && calls === undefined;
  return messages
    .map((message) => (isSystem(message) ? { ...message, role: "user" } : message))
    .reduce<Message[]>((list, message) => {
      const last = list.at(-1);
      if (last === undefined || last.role !== message.role || !isPlain(last) || !isPlain(message))
        return [...list, message];
      return [...list.slice(0, -1), { ...last, content: joinContent(last.content, message.content) }];
    }, []);
}

function joinContent(one: unknown, other: unknown): unknown {
  if (typeof one === "string" && typeof other === "string") return `${one}\n\n${other}`;
  const toParts = (content: unknown) =>
    Array.isArray(content) ? content : [{ type: "text", text: content }];
  return [...toParts(one), ...toParts(other)];
}

import { isRecord } from "@/lib/protocol/json";

type Mend = (value: unknown) => unknown;

/**
 * An answer, or a piece of one, of a server that speaks Chat Completions nearly as OpenAI does: numbers for
 * texts, one thing for a list of one, arguments that are no text, a role of its own. The same object where
 * nothing is to be mended; what reports an error stays as it is.
 */
export function mendChatAnswer(value: unknown): unknown {
  if (!isRecord(value) || isErrorReport(value)) return value;
  const mends = { id: toText, created: toNumber, model: toText, choices, usage };
  const mended = mendFields(withUsage(value), mends);
  return Array.isArray(mended.choices) ? mended : { ...mended, choices: [] };
}

/** Servers say so under `error`, MiniMax under `base_resp`; some in a message in an answer's place. */
export function isErrorReport(value: Record<string, unknown>): boolean {
  const { error, message, detail, choices: given, base_resp: base } = value;
  const isFailed = isRecord(base) && typeof base.status_code === "number" && base.status_code !== 0;
  const hasError = isFailed || (error !== undefined && error !== null && error !== false && error !== "");
  return hasError || (given === undefined && (typeof message === "string" || typeof detail === "string"));
}

function choices(value: unknown): unknown {
  return mendList(value, { delta: message, message, finish_reason: toText });
}

/** Moonshot counts in the choice, Groq in a field of its own. */
function withUsage(value: Record<string, unknown>): Record<string, unknown> {
  const { choices: given, x_groq: groq } = value;
  const choice: unknown = Array.isArray(given) ? given[0] : undefined;
  const found = [value, choice, groq].map((each) => isRecord(each) && each.usage).find(isRecord);
  return found === undefined || found === value.usage ? value : { ...value, usage: found };
}

function message(given: unknown): unknown {
  if (!isRecord(given)) return undefined;
  const told = withThoughts(given);
  const { function_call: only, tool_calls: calls } = told;
  // OpenAI's first form of calls had only one.
  const value = isRecord(only) && !calls ? { ...told, tool_calls: [{ index: 0, function: only }] } : told;
  return mendFields(value, {
    role: (role) => (role === "" ? role : "assistant"),
    content: toContent,
    reasoning_content: toText,
    reasoning: toText,
    tool_calls: (calls) => mendList(calls, { index: toNumber, id: toText, function: toFunction }),
  });
}

const thoughtNames = [
  "reasoning_text",
  "thinking",
  "thought",
  "thoughts",
  "reasoning_details",
  "thinking_blocks",
];

/** Thoughts under other names than the package reads, as texts or in pieces. */
function withThoughts(value: Record<string, unknown>): Record<string, unknown> {
  const isKnown = [value.reasoning_content, value.reasoning].some(
    (text) => typeof text === "string" && text !== "",
  );
  const name = isKnown ? undefined : thoughtNames.find((key) => toThoughts(value[key]) !== "");
  return name === undefined ? value : { ...value, reasoning_content: toThoughts(value[name]) };
}

function toThoughts(value: unknown): string {
  if (typeof value === "string") return value;
  const pieces: unknown[] = Array.isArray(value) ? value : [value];
  return pieces
    .map((piece) => (isRecord(piece) ? (piece.text ?? piece.thinking ?? piece.summary ?? piece.content) : ""))
    .map((piece) => (typeof piece === "string" ? piece : ""))
    .join("");
}

function toFunction(value: unknown): unknown {
  return isRecord(value) ? mendFields(value, { name: toText, arguments: toJson }) : value;
}

function toContent(value: unknown): unknown {
  if (Array.isArray(value)) return mendItems(value, toContentPart);
  return isRecord(value) ? [toContentPart(value)] : toText(value);
}

/** `text` and Mistral's `thinking` are what the package reads. */
function toContentPart(part: unknown): unknown {
  if (typeof part === "string") return { type: "text", text: part };
  if (!isRecord(part) || part.type === "text") return part;
  if (part.type === "thinking" || part.type === "reasoning") {
    const text = toThoughts(part.thinking ?? part);
    return Array.isArray(part.thinking) ? part : { type: "thinking", thinking: [{ type: "text", text }] };
  }
  const text = part.text ?? part.refusal;
  return typeof text === "string" ? { type: "text", text } : part;
}

/** Counts may have the names of Messages; those that are nothing but zero say nothing. */
function usage(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  const { input_tokens: prompt_tokens, output_tokens: completion_tokens } = value;
  const named = prompt_tokens === undefined ? value : { prompt_tokens, completion_tokens, ...value };
  const counts = { prompt_tokens: toNumber, completion_tokens: toNumber, total_tokens: toNumber };
  const mended = mendFields(named, counts);
  return Object.keys(counts).every((key) => !mended[key]) ? undefined : mended;
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function toJson(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function mendFields(record: Record<string, unknown>, mends: Record<string, Mend>): Record<string, unknown> {
  let mended = record;
  for (const [key, mend] of Object.entries(mends)) {
    const value = record[key];
    const next = value === undefined || value === null ? value : mend(value);
    if (next !== value) mended = { ...mended, [key]: next };
  }
  return mended;
}

function mendList(value: unknown, mends: Record<string, Mend>): unknown {
  if (isRecord(value)) return [mendFields(value, mends)];
  if (!Array.isArray(value)) return undefined;
  return mendItems(value, (item) => (isRecord(item) ? mendFields(item, mends) : item));
}

function mendItems(list: unknown[], mend: Mend): unknown[] {
  const mended = list.map(mend);
  return mended.every((item, index) => item === list[index]) ? list : mended;
}

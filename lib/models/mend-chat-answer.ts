import { isRecord } from "@/lib/protocol/json";

type Mend = (value: unknown) => unknown;

/**
 * An answer, or a piece of one, of a server that speaks Chat Completions nearly as OpenAI does: numbers for
 * texts, one thing for a list of one, arguments that are no text, a role of its own. The same object where
 * nothing is to be mended; what reports an error stays as it is.
 */
export function mendChatAnswer(value: unknown): unknown {
  if (!isRecord(value) || isErrorReport(value)) return value;
  const mended = mendFields(value, { id: toText, created: toNumber, model: toText, choices, usage });
  return Array.isArray(mended.choices) ? mended : { ...mended, choices: [] };
}

/** Servers say so under `error`; some in a message that stands where an answer should. */
export function isErrorReport(value: Record<string, unknown>): boolean {
  const { error, message, detail, choices: given } = value;
  const hasError = error !== undefined && error !== null && error !== false && error !== "";
  return hasError || (given === undefined && (typeof message === "string" || typeof detail === "string"));
}

function choices(value: unknown): unknown {
  return mendList(value, { delta: message, message, finish_reason: toText });
}

function message(given: unknown): unknown {
  if (!isRecord(given)) return undefined;
  const value = withThoughts(given);
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

function usage(value: unknown): unknown {
  const counts = { prompt_tokens: toNumber, completion_tokens: toNumber, total_tokens: toNumber };
  return isRecord(value) ? mendFields(value, counts) : undefined;
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
